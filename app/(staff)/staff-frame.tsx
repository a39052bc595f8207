import { cookies } from 'next/headers';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { settingsOf } from '@/app/(staff)/settings/settings-pages';
import { StopBanner } from '@/components/connections/stop-banner';
import { EmergencyBanner } from '@/components/emergencies/emergency-banner';
import type { FrameConnection } from '@/components/layout/app-frame';
import { AppFrame } from '@/components/layout/app-frame';
import { ClientWords } from '@/components/layout/client-words';
import type { NavEntry } from '@/components/layout/nav';
import { navigationCookie, readIsRail, readTheme, themeCookie } from '@/components/layout/preferences';
import { wordsFor } from '@/components/layout/words-for';
import { FollowStop } from '@/components/live/follow-stop';
import { SessionWatch } from '@/components/sessions/session-watch';
import { countForMe } from '@/lib/approvals/list';
import { saveLocaleAction, saveZoneAction, signOutAction } from '@/lib/auth/actions';
import type { Permission } from '@/lib/auth/permissions';
import { existsIn, mayDo } from '@/lib/auth/permissions';
import { namesFor } from '@/lib/auth/roles';
import { leftOf, WARN_MS } from '@/lib/auth/session-rules';
import type { Staff } from '@/lib/auth/staff';
import { accountsOf, currentSession } from '@/lib/boundary';
import type { PlatformAccount } from '@/lib/connections/account';
import { getExpiryAlerts } from '@/lib/connections/queries';
import { getStop } from '@/lib/connections/stop';
import type { Context } from '@/lib/context';
import { emergencyMark, getEmergency } from '@/lib/emergencies/emergencies';
import { isLocale } from '@/lib/i18n/locale';
import { paths } from '@/lib/paths';

/** Where institutions that use the platform sit, and UTC. The person's own zone joins them. */
const zones = [
  'Asia/Hong_Kong',
  'Asia/Shanghai',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'UTC',
];

const modeOf = (mode: string) => (mode === 'common' ? 'common' : 'institutional');
const environmentOf = (environment: string) => (environment === 'practice' ? 'practice' : 'live');

/** A connection as the top bar names it. */
export const frameConnection = ({ connection }: PlatformAccount): FrameConnection => ({
  name: connection.name,
  mode: modeOf(connection.mode),
  environment: environmentOf(connection.environment),
  idTail: connection.mchid.slice(-4),
  href: paths.home(connection.slug),
});

type StaffFrameProps = { context: Context; staff: Staff; account: PlatformAccount | null; children: ReactNode };

/** The frame with what this person may open. It guards nothing: each page does. */
export async function StaffFrame({ context, staff, account, children }: StaffFrameProps) {
  const keepsKeys = mayDo(staff.permissions, 'keys:manage');
  const decides = mayDo(staff.permissions, 'approval:decide');
  const [t, tRoles, tStop, locale, jar, expiring, forMe, stop, session, words, ownNames, emergency] = await Promise.all(
    [
      getTranslations('frame'),
      getTranslations('home.roles'),
      getTranslations('sendingStop'),
      getLocale(),
      cookies(),
      account && keepsKeys ? getExpiryAlerts(context, account) : [],
      account && decides ? countForMe(context, account.connection.id, staff) : null,
      account && getStop(context.db, account.connection.id),
      currentSession(),
      wordsFor(['sessionEnd', 'signIn']),
      namesFor(context.db, staff.roles),
      account && getEmergency(context, account.connection.id, staff),
    ],
  );
  const slug = account?.connection.slug;
  const entries: (NavEntry & { needs: Permission })[] =
    slug === undefined
      ? []
      : [
          {
            href: paths.home(slug),
            label: t('nav.home'),
            icon: 'home',
            key: 'h',
            isExact: true,
            needs: 'request:read',
          },
          {
            href: paths.subMerchants(slug),
            label: t('nav.subMerchants'),
            icon: 'shop',
            key: 's',
            needs: 'sub-merchant:read',
          },
          {
            href: paths.applications(slug),
            label: t('nav.applications'),
            icon: 'screen',
            key: '5',
            isExact: true,
            needs: 'application:read',
          },
          {
            href: paths.desk(slug),
            label: t('nav.desk'),
            icon: 'rejected',
            key: 'r',
            needs: 'application:read',
          },
          { href: paths.contracts(slug), label: t('nav.contracts'), icon: 'note', key: 'c', needs: 'contract:read' },
          {
            href: paths.deductions(slug),
            label: t('nav.deductions'),
            icon: 'coins',
            key: 'p',
            needs: 'deduction:read',
          },
          {
            href: paths.notifications(slug),
            label: t('nav.notifications'),
            icon: 'bell',
            key: 'n',
            needs: 'notification:read',
          },
          {
            href: paths.discrepancies(slug),
            label: t('nav.discrepancies'),
            icon: 'differs',
            key: 'd',
            needs: 'notification:read',
          },
          {
            href: paths.approvals(slug),
            label: t('nav.approvals'),
            icon: 'approved',
            key: 'a',
            count: forMe?.count ?? 0,
            needs: 'approval:read',
          },
          { href: paths.batches(slug), label: t('nav.batches'), icon: 'stack', key: 'b', needs: 'batch:read' },
          { href: paths.requests(slug), label: t('nav.requests'), icon: 'requests', key: 'q', needs: 'request:read' },
          { href: paths.media(slug), label: t('nav.media'), icon: 'picture', key: 'm', needs: 'media:read' },
          { href: paths.audit(slug), label: t('nav.audit'), icon: 'audit', key: 'u', needs: 'audit:read' },
        ];
  const mode = account?.connection.mode ?? 'institutional';
  const nav = entries
    .filter(({ needs }) => existsIn(needs, mode) && mayDo(staff.permissions, needs))
    .map(({ needs: _, ...entry }) => entry);
  const navEnd: NavEntry[] =
    settingsOf(staff.permissions).length > 0 && accountsOf(context, staff).length > 0
      ? [{ href: paths.settings(slug), label: t('nav.settings'), icon: 'settings', count: expiring.length }]
      : [];
  const roleNames = staff.roles.map((role) => (tRoles.has(role) ? tRoles(role) : (ownNames.get(role) ?? role)));
  return (
    <AppFrame
      connection={account && frameConnection(account)}
      banner={
        slug !== undefined && (
          <>
            {stop && <StopBanner stop={stop} zone={staff.timeZone} href={paths.connections(slug)} />}
            {emergency && (
              <ClientWords spaces={['common', 'emergency']}>
                <EmergencyBanner connection={slug} emergency={emergency} zone={staff.timeZone} />
              </ClientWords>
            )}
            <FollowStop connection={slug} shown={stop?.at ?? ''} emergency={emergencyMark(emergency)} />
          </>
        )
      }
      waits={stop && tStop('waits', { by: stop.by })}
      connections={accountsOf(context, staff).map(frameConnection)}
      nav={nav}
      navEnd={navEnd}
      searchHref={
        slug !== undefined && existsIn('sub-merchant:read', mode) && mayDo(staff.permissions, 'sub-merchant:read')
          ? paths.subMerchants(slug)
          : null
      }
      person={{ name: staff.name, detail: [staff.email, ...roleNames].join(' · ') }}
      locale={isLocale(locale) ? locale : 'en'}
      theme={readTheme(jar.get(themeCookie)?.value)}
      isRail={readIsRail(jar.get(navigationCookie)?.value)}
      zone={staff.timeZone}
      zones={[...new Set([...zones, staff.timeZone])]}
      now={context.now()}
      signOut={signOutAction}
      saveLocale={saveLocaleAction}
      saveZone={saveZoneAction}
    >
      {children}
      {session && (
        <SessionWatch
          person={{ id: staff.id, name: staff.name, email: staff.email }}
          left={leftOf(session.limits, context.now())}
          issuer={context.environment.oidc?.name ?? null}
          idleMinutes={context.environment.sessionIdleMs / 60_000}
          warnMs={WARN_MS}
          words={words}
        />
      )}
    </AppFrame>
  );
}
