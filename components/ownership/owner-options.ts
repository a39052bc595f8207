import { useTranslations } from 'next-intl';
import type { OwnerFilter } from '@/lib/ownership/filters';
import type { Owner } from '@/lib/ownership/view';

type OwnerOptions = { owners: readonly Owner[]; readerId: string; value: OwnerFilter | undefined };

/** The choices of a filter by owner: one's own, nobody's, and colleagues by name; whom nobody knows only if the address names one. */
export function useOwnerOptions({ owners, readerId, value }: OwnerOptions): { value: string; label: string }[] {
  const t = useTranslations('ownership');
  const people = owners
    .filter(({ id }) => id !== readerId || id === value)
    .map(({ id, name, isSuspended }) => ({ value: id, label: isSuspended ? t('suspended', { name }) : name }));
  const isKnown =
    value === undefined || value === 'mine' || value === 'nobody' || owners.some(({ id }) => id === value);
  return [
    { value: 'mine', label: t('filter.mine') },
    { value: 'nobody', label: t('filter.nobody') },
    ...people,
    ...(isKnown ? [] : [{ value, label: t('filter.gone') }]),
  ];
}
