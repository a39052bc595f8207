'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Thumb } from '@/components/media/thumb';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Select } from '@/components/ui/select';
import { changesBetween } from '@/lib/applications/rules';
import type { FixValues } from '@/lib/applications/schema';
import type { FixForm } from '@/lib/applications/view';
import { momentIn } from '@/lib/i18n/format';
import { picturesHeldQuery } from '@/lib/media/query-options';
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
                <td>
                  <Shown path={path} text={before} values={valuesAt(from)} />
                </td>
                <td>{kind === 'same' ? t('same') : <Shown path={path} text={after} values={valuesAt(to)} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Dialog>
  );
}

const mediaFields = ['website_homepage_pics', 'website_business_page_pics', 'company_register_cert'] as const;

type ShownProps = { path: string; text: string | null; values: FixValues };

/** A value as people read it: a picture as a picture, a constant in words. */
function Shown({ path, text, values }: ShownProps) {
  const { connection, pictures } = useDesk();
  const t = useTranslations('desk');
  const ids = mediaFields.flatMap((field) => (field === path ? values[field] : [])).filter((id) => id !== '');
  const { data } = useQuery(picturesHeldQuery(connection, ids));
  if (text === null) return '—';
  if (ids.length > 0) {
    const held = [...pictures, ...(data ?? [])];
    return (
      <span className="flex flex-wrap gap-2">
        {ids.map((id) => {
          const picture = held.find(({ mediaId }) => mediaId === id) ?? null;
          return (
            <Thumb key={id} connection={connection} picture={picture} alt={picture?.originalName || id} size="large" />
          );
        })}
      </span>
    );
  }
  const words =
    path === 'website_state' ? `site.${text}` : path === 'transaction_limit_type' ? `limit.${text}.name` : '';
  return words !== '' && t.has(words) ? t(words) : text;
}
