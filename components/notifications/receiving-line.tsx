import { useTranslations } from 'next-intl';
import type { Receiving } from '@/lib/notifications/view';
import { Timestamp } from '../data/timestamp';

/** Whether anything arrives: when something last did, and how our own test of the address went. */
export function ReceivingLine({ receiving, zone }: { receiving: Receiving; zone: string }) {
  const t = useTranslations('notifications');
  const { newestAt, lastTest } = receiving;
  return (
    <>
      {newestAt !== null && (
        <span className="text-ink-3">{t.rich('newest', { time: () => <Timestamp at={newestAt} zone={zone} /> })}</span>
      )}
      <TestLine lastTest={lastTest} zone={zone} />
    </>
  );
}

/** How the newest self-test of the address went. */
export function TestLine({ lastTest, zone }: { lastTest: Receiving['lastTest']; zone: string }) {
  const t = useTranslations('notifications');
  if (lastTest === null) return <span className="text-ink-3">{t('testNever')}</span>;
  return (
    <span className={lastTest.hasPassed ? 'text-ink-3' : 'late'}>
      {t.rich(lastTest.hasPassed ? 'testPassed' : 'testFailed', {
        time: () => <Timestamp at={lastTest.at} zone={zone} />,
      })}
    </span>
  );
}
