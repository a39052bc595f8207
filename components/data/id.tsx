import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';

type IdProps = {
  value: string;
  /** How many characters at the end people compare; emphasised. */
  tail?: number;
  /** `tail` prints only the end with an ellipsis before it; the whole shows on hover. */
  show?: 'all' | 'tail';
  copy?: boolean;
};

/** An id in mono with its tail emphasised. */
export function Id({ value, tail = 4, show = 'all', copy = false }: IdProps) {
  const head = value.slice(0, -tail);
  const id = (
    <span className="id" title={show === 'tail' ? value : undefined} translate="no">
      {show === 'all' && <span data-part="head">{head}</span>}
      {show === 'tail' && head !== '' && '…'}
      <b>{value.slice(-tail)}</b>
    </span>
  );
  return copy ? <WithCopy value={value}>{id}</WithCopy> : id;
}

function WithCopy({ value, children }: { value: string; children: ReactNode }) {
  const t = useTranslations('common.copy');
  return (
    <span className="inline-flex items-center gap-1">
      {children}
      <CopyButton value={value} label={t('label')} done={t('done')} />
    </span>
  );
}
