import { useFormatter, useTranslations } from 'next-intl';
import type { LingeringAdministrator } from '@/lib/policies/view';
import { Timestamp } from '../data/timestamp';
import { Notice } from '../ui/notice';

/** Why the only administrator who can sign in does nothing alone yet, and until when: somebody was one a short while ago. */
export function Lingering({ people, zone }: { people: LingeringAdministrator[]; zone: string }) {
  const t = useTranslations('policies.lingering');
  const format = useFormatter();
  const [until = ''] = people
    .map((person) => person.until)
    .toSorted()
    .reverse();
  return (
    <Notice tone="rejected" icon="warning">
      <span data-part="lingering">
        <b>{t('title')}</b>{' '}
        {t.rich('until', {
          names: format.list(
            people.map(({ name }) => name),
            { type: 'conjunction' },
          ),
          time: () => <Timestamp at={until} zone={zone} />,
        })}
      </span>
    </Notice>
  );
}
