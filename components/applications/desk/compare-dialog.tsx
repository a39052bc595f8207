'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Select } from '@/components/ui/select';
import { changesBetween } from '@/lib/applications/rules';
import type { FixForm } from '@/lib/applications/view';
import { momentIn } from '@/lib/i18n/format';
import { useDesk } from './desk-context';

/** Any two of the attempts and what stands in the form, field by field (features row 24). */
export function CompareDialog({ values, close }: { values: FixForm; close: () => void }) {
  const t = useTranslations('desk.compare');
  const words = useTranslations('fields');
  const { attempts, zone } = useDesk();
  const [from, setFrom] = useState(String(attempts[0]?.number ?? ''));
  const [to, setTo] = useState('form');
  const valuesAt = (which: string) => {
    const { samePictureReason: _, ...typed } = values;
    return attempts.find(({ number }) => String(number) === which)?.values ?? typed;
  };
  const options = [
    { value: 'form', label: t('form') },
    ...attempts.map(({ number, verdict, submittedAt }) => ({
      value: String(number),
      label: t(`attempt.${verdict ?? 'open'}`, { number, day: momentIn(new Date(submittedAt), zone).day }),
    })),
  ];
  const changes = changesBetween(valuesAt(from), valuesAt(to));
  const pick = (label: string, value: string, set: (value: string) => void) => (
    <Select aria-label={label} options={options} value={value} onChange={(event) => set(event.target.value)} />
  );
  return (
    <Dialog
      open
      onClose={close}
      title={t('title')}
      size="wide"
      footer={
        <Button data-action="cancel" onClick={close}>
          {t('close')}
        </Button>
      }
    >
      <div className="compare-picks">
        {pick(t('from'), from, setFrom)}
        <span aria-hidden="true">→</span>
        {pick(t('to'), to, setTo)}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard too. */}
      <section className="compare-scroll" aria-label={t('title')} tabIndex={0}>
        <table className="compare-table">
          <caption className="sr-only">{t('title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ path, kind, from: before, to: after }) => (
              <tr key={path} data-kind={kind}>
                <th scope="row">
                  {words(`${path}.label`)} <code className="api-name">{path}</code>
                </th>
                <td>{before ?? '—'}</td>
                <td>{kind === 'same' ? t('same') : (after ?? '—')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Dialog>
  );
}
