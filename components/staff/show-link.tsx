'use client';

import { useTranslations } from 'next-intl';
import { useId, useState, useTransition } from 'react';
import { showLinkAction } from '@/lib/staff/actions';
import type { StaffRow } from '@/lib/staff/view';
import { useStepUp } from '../auth/use-step-up';
import { CopyButton } from '../data/copy-button';
import { Timestamp } from '../data/timestamp';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FaultNotice, Notice } from '../ui/notice';
import { useStaffRefusal } from './use-staff-deed';

type ShowLinkProps = { slug: string; person: StaffRow; link: NonNullable<StaffRow['link']>; zone: string };

/** A button, and the dialog that makes the address of a one-time link and shows it, once. */
export function ShowLink(props: ShowLinkProps) {
  const t = useTranslations('staff.link');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        icon="key"
        data-action="show-link"
        aria-label={t('labelNamed', { name: props.person.name })}
        onClick={() => setOpen(true)}
      >
        {t('label')}
      </Button>
      {isOpen && <LinkDialog {...props} close={() => setOpen(false)} />}
    </>
  );
}

function LinkDialog({ slug, person, link, zone, close }: ShowLinkProps & { close: () => void }) {
  const t = useTranslations('staff.link');
  const id = useId();
  const sentence = useStaffRefusal();
  const { run, dialog } = useStepUp();
  const [url, setUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, start] = useTransition();
  const show = () =>
    start(async () => {
      const answer = await run(() => showLinkAction({ connection: slug, staffId: person.id })).catch(() => null);
      setUrl(answer?.ok ? answer.value.url : null);
      setProblem(answer?.ok ? null : sentence(answer?.refusal ?? null));
    });
  return (
    <>
      <Dialog
        open
        onClose={close}
        title={t(`title.${link.kind}`, { name: person.name })}
        footer={
          <>
            <Button data-action="cancel" onClick={close}>
              {t(url === null ? 'cancel' : 'close')}
            </Button>
            {url === null && (
              <Button data-action="confirm" variant="primary" pending={isPending} disabled={isPending} onClick={show}>
                {t('confirm')}
              </Button>
            )}
          </>
        }
      >
        <p>{t('explain', { email: person.email })}</p>
        <p className="text-ink-2">{t.rich('until', { time: () => <Timestamp at={link.expiresAt} zone={zone} /> })}</p>
        <FaultNotice>{problem}</FaultNotice>
        {url === null ? (
          <Notice>{t('once')}</Notice>
        ) : (
          <Field
            id={`${id}-url`}
            name="link"
            apiName={null}
            label={t('address')}
            help={t('handOver')}
            error={null}
            isChanged={false}
          >
            {(control) => (
              <div className="flex items-center gap-1">
                <input
                  {...control}
                  className="control mono min-w-0 flex-1"
                  readOnly
                  value={url}
                  autoFocus
                  onFocus={(event) => event.currentTarget.select()}
                />
                <CopyButton value={url} label={t('copy')} done={t('copied')} />
              </div>
            )}
          </Field>
        )}
      </Dialog>
      {dialog}
    </>
  );
}
