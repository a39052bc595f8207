'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { beginEmergencyAction } from '@/lib/emergencies/actions';
import { TEXT_MAX } from '@/lib/emergencies/rules';
import { ok } from '@/lib/result';
import { useAskedDeed } from '../approvals/use-asked-deed';
import { countText, Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice, Notice } from '../ui/notice';

type BeginEmergencyProps = {
  connection: string;
  /** Of the connection, as the dialog repeats it. */
  name: string;
  /** The own request that waits. */
  approvalId: string;
  /** It has not waited long enough. */
  isEarly: boolean;
};

/** For the maker of a request whom nobody can be reached for: an emergency, in which they approve it alone. */
export function BeginEmergency(props: BeginEmergencyProps) {
  const t = useTranslations('emergency.begin');
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice
      icon="warning"
      actions={
        <Button
          size="small"
          variant="danger"
          data-action="begin-emergency"
          disabled={props.isEarly}
          onClick={() => setOpen(true)}
        >
          {t('open')}
        </Button>
      }
    >
      {t(props.isEarly ? 'early' : 'offer')}
      {isOpen && <BeginDialog {...props} close={() => setOpen(false)} />}
    </Notice>
  );
}

const fields = ['tried', 'reason'] as const;

function BeginDialog({ connection, name, approvalId, close }: BeginEmergencyProps & { close: () => void }) {
  const t = useTranslations('emergency');
  const [typed, setTyped] = useState({ tried: '', reason: '' });
  const deed = useAskedDeed({ close, asked: () => {} });
  const begin = () => {
    const missing = Object.fromEntries(
      fields.map((each) => [each, typed[each].trim() === '' ? t(`field.${each}`) : null]),
    );
    if (!deed.isWhole(missing)) return;
    deed.act(async () => {
      const answer = await beginEmergencyAction({ connection, approvalId, ...typed });
      return answer.ok ? ok({ kind: 'done', value: null } as const) : answer;
    });
  };
  return (
    <DeedDialog
      close={close}
      title={t('begin.title', { name })}
      cancel={t('begin.cancel')}
      confirm={t('begin.confirm')}
      isDangerous
      isPending={deed.isPending}
      does={begin}
    >
      <FaultNotice>{deed.faults['']}</FaultNotice>
      <p>{t('begin.explain')}</p>
      {fields.map((each) => (
        <Field
          key={each}
          id={`emergency-${each}`}
          name={each}
          apiName={null}
          label={t(`field.${each}`)}
          help={t(`help.${each}`)}
          error={deed.faults[each] ?? null}
          isChanged={false}
          counter={{ count: countText(typed[each]), max: TEXT_MAX }}
        >
          {(control) => (
            <textarea
              {...control}
              className="control"
              rows={2}
              maxLength={TEXT_MAX}
              value={typed[each]}
              onChange={(event) => {
                setTyped({ ...typed, [each]: event.target.value });
                deed.clear(each);
              }}
            />
          )}
        </Field>
      ))}
      {deed.stepUp}
    </DeedDialog>
  );
}
