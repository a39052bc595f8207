import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { StaffFrame } from '@/app/(staff)/staff-frame';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { EndOtherSessions } from '@/components/sessions/end-own';
import { OwnSessions } from '@/components/sessions/own-sessions';
import { SayRegion } from '@/components/ui/say-region';
import { listSessions } from '@/lib/auth/list';
import { currentSession, requireStaff } from '@/lib/boundary';
import { paths } from '@/lib/paths';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('sessions');
  return { title: t('title') };
}

/** One's own sessions: everybody who is signed in has one, whatever they may do. */
export default async function SessionsPage() {
  const [{ context, staff }, session] = await Promise.all([requireStaff(paths.sessions()), currentSession()]);
  const { sessionIdleMs: idleMs } = context.environment;
  const [t, sessions] = await Promise.all([
    getTranslations('sessions'),
    listSessions(context, { staffId: staff.id, idleMs, ...(session && { thisId: session.sessionId }) }),
  ]);
  const others = sessions.filter(({ ended, isThis }) => ended === null && !isThis).length;
  return (
    <StaffFrame context={context} staff={staff} account={context.accounts()[0] ?? null}>
      <ClientWords spaces={['sessions']}>
        <SayRegion
          head={
            <PageHeader
              title={t('title')}
              context={<span className="text-ink-3">{t('context', { minutes: idleMs / 60_000 })}</span>}
              actions={<EndOtherSessions others={others} />}
            />
          }
        >
          <OwnSessions sessions={sessions} zone={staff.timeZone} now={context.now()} />
        </SayRegion>
      </ClientWords>
    </StaffFrame>
  );
}
