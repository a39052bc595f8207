'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState, useTransition } from 'react';
import { sealTestAction } from '@/lib/key-bench/actions';
import type { SealTest } from '@/lib/key-bench/view';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { Facts } from '../ui/facts';
import { Icon } from '../ui/icon';
import { FaultNotice, Notice } from '../ui/notice';

type SealBenchProps = {
  connection: string;
  /** The platform's certificates; the one that seals now is chosen at first. */
  serials: { serial: string; seals: boolean }[];
};

/** How long a text becomes when it is sealed as a contact value, and whether it fits. */
export function SealBench({ connection, serials }: SealBenchProps) {
  const t = useTranslations('keyBench.seal');
  const text = useRef<HTMLInputElement>(null);
  const serial = useRef<HTMLSelectElement>(null);
  const [test, setTest] = useState<SealTest | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [pending, start] = useTransition();
  const run = () =>
    start(async () => {
      const wanted = { connection, text: text.current?.value ?? '', serial: serial.current?.value ?? '' };
      const answer = await sealTestAction(wanted).catch(() => null);
      setFailed(!answer?.ok);
      setTest(answer?.ok ? answer.value : null);
    });
  const sealing = serials.find(({ seals }) => seals) ?? serials[0];
  return (
    <div className="grid content-start gap-2">
      <h3 className="text-base font-semibold">{t('title')}</h3>
      <Field
        id="bench-text"
        name="text"
        apiName={null}
        label={t('text.label')}
        help={t('text.help')}
        error={null}
        isChanged={false}
      >
        {(control) => <input {...control} ref={text} className="control" autoComplete="off" spellCheck={false} />}
      </Field>
      <Field
        id="bench-serial"
        name="serial"
        apiName={null}
        label={t('serial')}
        error={null}
        isChanged={false}
        disabled={serials.length === 0}
      >
        {(control) => (
          <div className="select">
            <select {...control} ref={serial} className="control mono" defaultValue={sealing?.serial}>
              {serials.map((choice) => (
                <option key={choice.serial} value={choice.serial}>
                  {choice.serial}
                </option>
              ))}
            </select>
            <Icon name="down" size="small" />
          </div>
        )}
      </Field>
      <div>
        <Button
          data-action="seal-test"
          icon="lock"
          pending={pending}
          disabled={pending || serials.length === 0}
          onClick={run}
        >
          {t('run')}
        </Button>
      </div>
      {hasFailed && <FaultNotice>{t('failed')}</FaultNotice>}
      {test && <Sizes test={test} />}
    </div>
  );
}

function Sizes({ test: { bytes, budgetBytes, sealed } }: { test: SealTest }) {
  const t = useTranslations('keyBench.seal');
  return (
    <div className="grid gap-3" role="status" data-seal={sealed ? 'fits' : 'too-long'}>
      {!sealed && (
        <Notice tone="rejected" icon="rejected">
          {t('tooLong', { over: bytes - budgetBytes })}
        </Notice>
      )}
      <Facts
        facts={[
          { key: 'in', term: t('in'), value: t('ofBudget', { bytes, budget: budgetBytes }) },
          sealed && {
            key: 'out',
            term: t('out'),
            value: t('sealed', { bytes: sealed.bytes, characters: sealed.characters }),
          },
        ]}
      />
    </div>
  );
}
