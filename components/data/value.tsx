import { useTranslations } from 'next-intl';
import { Unheld } from './unheld';

/** A value as it stands on the wire, told from one that is empty and from one that is not there. */
export function Value({ value, absent }: { value: string | null; absent: string }) {
  const t = useTranslations('common');
  if (value === null) return <Unheld reason={absent} />;
  if (value === '') return <span className="text-ink-3">{t('emptyValue')}</span>;
  return <span translate="no">{value}</span>;
}
