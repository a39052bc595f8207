import { useTranslations } from 'next-intl';
import type { ApplicationDetail } from '@/lib/applications/view';
import { Facts } from '../../ui/facts';
import { Section } from '../../ui/section';
import { Ceiling, LimitType } from '../limit';

/** The limit that it asks for, and what may be paid under it each day. */
export function LimitCard({ application: { limitType } }: { application: ApplicationDetail }) {
  const t = useTranslations('application.limit');
  return (
    <Section title={t('title')}>
      <div className="mt-2">
        <Facts
          facts={[
            { term: t('asked'), value: limitType === null ? t('notTold') : <LimitType limitType={limitType} /> },
            { term: t('ceiling'), value: <Ceiling limitType={limitType} /> },
          ]}
        />
      </div>
    </Section>
  );
}
