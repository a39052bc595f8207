'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { PlainTable } from '@/components/ui/table';
import type { MergeState } from './use-merge';

type MergePanelProps = {
  merge: MergeState;
  onContinue: () => void;
  onDiscard: () => void;
};

/** What the draft began from, what is held now and what was typed, field by field (features row 10). */
export function MergePanel({ merge, onContinue, onDiscard }: MergePanelProps) {
  const t = useTranslations('edit.merge');
  const words = useTranslations('fields');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const show = (value: string) => (value === '' ? <span className="text-ink-3">{t('empty')}</span> : value);
  return (
    <section className="merge" aria-labelledby="merge-title" data-part="merge">
      <h2 id="merge-title" ref={title} tabIndex={-1} className="text-section">
        {t('title')}
      </h2>
      <Notice icon="warning" role="status" tone="review">
        {t('explain')}
      </Notice>
      <div className="overflow-x-auto">
        <PlainTable caption={t('title')}>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('base')}</th>
              <th scope="col">{t('theirs')}</th>
              <th scope="col">{t('mine')}</th>
            </tr>
          </thead>
          <tbody>
            {merge.rows.map((row) => {
              const label = words(`${row.path.replaceAll('.', '_')}.label`);
              const choice = (side: 'theirs' | 'mine') => (
                <label className="tick">
                  <input
                    type="radio"
                    className="radio"
                    name={`merge.${row.path}`}
                    value={side}
                    checked={row.chosen === side}
                    aria-label={t('take', { side: t(side), field: label })}
                    onChange={() => merge.choose(row.path, side)}
                  />
                  <span className="break-all whitespace-pre-line">{show(row[side])}</span>
                </label>
              );
              return (
                <tr key={row.path} data-undecided={row.chosen === null || undefined}>
                  <th scope="row">
                    {label}
                    <code className="api-name block">{row.path}</code>
                  </th>
                  <td className="break-all whitespace-pre-line">{show(row.base)}</td>
                  <td>{choice('theirs')}</td>
                  <td>{choice('mine')}</td>
                </tr>
              );
            })}
          </tbody>
        </PlainTable>
      </div>
      <div className="flex flex-wrap items-center gap-3 pt-3">
        <Button variant="primary" data-action="merge" disabled={merge.undecided > 0} onClick={onContinue}>
          {t('continue')}
        </Button>
        <Button onClick={onDiscard}>{t('discard')}</Button>
        {merge.undecided > 0 && <span className="text-table">{t('undecided', { count: merge.undecided })}</span>}
      </div>
    </section>
  );
}
