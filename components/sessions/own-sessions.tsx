import { useTranslations } from 'next-intl';
import type { SessionView } from '@/lib/auth/view';
import { useDeviceName } from './device-name';
import { EndOwnSession } from './end-own';
import { SessionTable } from './session-table';

type OwnSessionsProps = { sessions: SessionView[]; zone: string; now: Date };

/** One's own sessions, each but this one to be ended. */
export function OwnSessions(props: OwnSessionsProps) {
  const t = useTranslations('sessions');
  const device = useDeviceName();
  return (
    <SessionTable
      {...props}
      caption={t('title')}
      deed={(session) => <EndOwnSession sessionId={session.id} device={device(session)} />}
    />
  );
}
