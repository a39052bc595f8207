import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { SettingsSearch } from '@/app/(staff)/settings/settings-frame';
import { requireSettings, SettingsFrame } from '@/app/(staff)/settings/settings-frame';
import { ClientWords } from '@/components/layout/client-words';
import { EndOfPerson } from '@/components/sessions/end-of-person';
import { SessionsOfPerson } from '@/components/sessions/sessions-of-person';
import { ButtonLink } from '@/components/ui/button-link';
import { SayRegion } from '@/components/ui/say-region';
import { listSessions } from '@/lib/auth/list';
import { mayDo } from '@/lib/auth/permissions';
import { rolesFor } from '@/lib/auth/roles';
import { currentSession } from '@/lib/boundary';
import { paths } from '@/lib/paths';
import { mayChange } from '@/lib/staff/rules';

type PersonProps = { params: Promise<{ staffId: string }>; searchParams: SettingsSearch };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('sessions');
  return { title: t('title') };
}

/** Where one of the staff is signed in, and was of late. */
export default async function PersonPage({ params, searchParams }: PersonProps) {
  const { staffId } = await params;
  const guarded = await requireSettings(searchParams, 'staff', (slug) => paths.person(slug, staffId));
  const { context, staff, account } = guarded;
  if (!z.uuid().safeParse(staffId).success) notFound();
  const [t, person, session] = await Promise.all([
    getTranslations('sessions'),
    context.db.staff.findUnique({ where: { id: staffId }, select: { id: true, name: true, email: true, roles: true } }),
    currentSession(),
  ]);
  if (!person) notFound();
  const sessions = await listSessions(context, {
    staffId,
    idleMs: context.environment.sessionIdleMs,
    ...(session && { thisId: session.sessionId }),
  });
  const { slug } = account.connection;
  const isSelf = person.id === staff.id;
  const mayEnd =
    mayDo(staff.permissions, 'staff:manage') &&
    !isSelf &&
    mayChange(staff.permissions, person.roles, await rolesFor(context.db, person.roles));
  const hasOpen = sessions.some(({ ended }) => ended === null);
  return (
    <SettingsFrame
      guarded={guarded}
      page="staff"
      note={
        <span className="text-ink-3" translate="no">
          {person.email}
        </span>
      }
    >
      <ClientWords spaces={['common', 'form', 'staff', 'asking', 'stepUp', 'sessions']}>
        <section aria-labelledby="sessions">
          <SayRegion
            head={
              <div className="section-head">
                <h2 id="sessions">{t('titleOf', { name: person.name })}</h2>
                <div data-part="actions">
                  <ButtonLink href={paths.staff(slug)} icon="left">
                    {t('back')}
                  </ButtonLink>
                  {isSelf && <ButtonLink href={paths.sessions()}>{t('own')}</ButtonLink>}
                  {mayEnd && hasOpen && <EndOfPerson slug={slug} person={person} session={null} />}
                </div>
              </div>
            }
          >
            <SessionsOfPerson
              slug={slug}
              person={person}
              sessions={sessions}
              mayEnd={mayEnd}
              zone={staff.timeZone}
              now={context.now()}
            />
          </SayRegion>
        </section>
      </ClientWords>
    </SettingsFrame>
  );
}
