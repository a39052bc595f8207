import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Locale } from '@/lib/i18n/locale';
import { paths } from '@/lib/paths';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import { EnvironmentBar } from './environment-bar';
import { KeyboardMap } from './keyboard-map';
import { LocaleSwitch } from './locale-switch';
import type { NavEntry } from './nav';
import { Nav } from './nav';
import { NavCollapse } from './nav-links';
import type { Theme } from './preferences';
import { SearchBox } from './search-box';
import { SendingStop } from './sending-stop';
import { ThemeChoice, ThemeToggle } from './theme-switch';
import { ZoneSwitch } from './zone-switch';

/** A connection as the top bar names it; `idTail` is the end of its sp_mchid or mchid. */
export type FrameConnection = {
  name: string;
  mode: 'institutional' | 'common';
  environment: 'live' | 'practice';
  idTail: string;
  href: string;
};

type AppFrameProps = {
  /** Null outside a connection (settings, help): then there is no environment bar. */
  connection: FrameConnection | null;
  /** What every page of the connection says first; null where there is nothing to say. */
  banner?: ReactNode;
  /** What forms say while all sending is stopped; null while it goes on. */
  waits?: string | null;
  /** All connections that the person may open, the present one included. */
  connections: FrameConnection[];
  nav: NavEntry[];
  navEnd?: NavEntry[];
  /** The list that the search box asks; null hides it. */
  searchHref: string | null;
  person: { name: string; detail?: string };
  locale: Locale;
  theme: Theme;
  isRail: boolean;
  zone: string;
  zones?: string[];
  now: Date;
  /** Server actions. Without `saveLocale` and `saveZone` the choice stays in the browser. */
  signOut: (form: FormData) => Promise<void>;
  saveLocale?: (locale: string) => Promise<unknown>;
  saveZone?: (zone: string) => Promise<unknown>;
  children: ReactNode;
};

function ConnectionName({ connection }: { connection: FrameConnection }) {
  const t = useTranslations('frame');
  return (
    <>
      <span className="truncate font-semibold">{connection.name}</span>
      <span data-part="detail" className="text-ink-3">
        {t(`mode.${connection.mode}`)}
      </span>
      <span data-part="detail" className="id">
        {'…'}
        <b>{connection.idTail}</b>
      </span>
    </>
  );
}

function ConnectionSwitch({ connection, connections }: Pick<AppFrameProps, 'connection' | 'connections'>) {
  const t = useTranslations('frame');
  const mark = (
    <span className="connection-mark">
      <Icon name="requests" />
    </span>
  );
  const others = connections.filter(({ href }) => href !== connection?.href);
  if (connection && others.length === 0) {
    return (
      <Link className="connection" href={connection.href} prefetch={false}>
        {mark}
        <ConnectionName connection={connection} />
      </Link>
    );
  }
  const trigger = (
    <>
      {mark}
      {connection ? (
        <ConnectionName connection={connection} />
      ) : (
        <span className="truncate font-semibold">{t('product')}</span>
      )}
      <Icon name="down" size="small" />
    </>
  );
  return (
    <Menu id="menu-connection" label={t('changeConnection')} align="start" className="connection" trigger={trigger}>
      {connections.map((choice) => (
        <Link
          key={choice.href}
          className="menu-item"
          href={choice.href}
          prefetch={false}
          aria-current={choice.href === connection?.href ? 'true' : undefined}
        >
          <span className="flex-1">{choice.name}</span>
          <span className="text-ink-3 text-small">{t(`environment.${choice.environment}.word`)}</span>
          <span className="id">
            {'…'}
            <b>{choice.idTail}</b>
          </span>
        </Link>
      ))}
    </Menu>
  );
}

function PersonMenu({ person, theme, zone, signOut }: Pick<AppFrameProps, 'person' | 'theme' | 'zone' | 'signOut'>) {
  const t = useTranslations('frame');
  const trigger = (
    <>
      <Icon name="person" />
      <span className="max-w-40 truncate max-lg:sr-only">{person.name}</span>
    </>
  );
  return (
    <Menu id="menu-person" label={t('person', { name: person.name })} trigger={trigger}>
      <div className="px-2.5 pt-1 pb-2">
        <div className="text-table font-semibold">{person.name}</div>
        {person.detail && <div className="text-ink-3 text-small">{person.detail}</div>}
        <div className="text-ink-3 text-small">{t('zoneIs', { zone })}</div>
      </div>
      <hr />
      <div className="px-2.5 py-2">
        <div className="text-ink-3 text-small mb-1.5">{t('theme.label')}</div>
        <ThemeChoice
          theme={theme}
          label={t('theme.label')}
          labels={{ light: t('theme.light'), dark: t('theme.dark'), system: t('theme.system') }}
        />
      </div>
      <hr />
      <Link className="menu-item" href={paths.mySignIn()} prefetch={false} data-to="my-sign-in">
        <Icon name="practice" />
        {t('mySignIn')}
      </Link>
      <Link className="menu-item" href={paths.password()} prefetch={false} data-to="password">
        <Icon name="key" />
        {t('password')}
      </Link>
      <Link className="menu-item" href={paths.sessions()} prefetch={false}>
        <Icon name="screen" />
        {t('sessions')}
      </Link>
      <form action={signOut}>
        <button type="submit" className="menu-item">
          <Icon name="leave" />
          {t('signOut')}
        </button>
      </form>
    </Menu>
  );
}

/** The frame of every staff page: top bar, environment bar, navigation. It guards nothing. */
export function AppFrame(props: AppFrameProps) {
  const t = useTranslations('frame');
  const { connection, nav, navEnd = [], searchHref } = props;
  const jumps = [...nav, ...navEnd].flatMap(({ key, href, label }) => (key ? [{ key, href, label }] : []));
  return (
    <>
      <a className="button skip-link" href="#content">
        {t('skip')}
      </a>
      <header className="top-bar">
        <button type="button" className="quiet-button md:hidden" popoverTarget="drawer" aria-label={t('menu')}>
          <Icon name="menu" />
        </button>
        <ConnectionSwitch connection={connection} connections={props.connections} />
        {searchHref === null ? (
          <span className="mx-auto" />
        ) : (
          <>
            <div className="mx-auto max-md:hidden">
              <SearchBox action={searchHref} label={t('search')} hasKey />
            </div>
            <Link className="quiet-button md:hidden" href={searchHref} prefetch={false} aria-label={t('search')}>
              <Icon name="search" />
            </Link>
          </>
        )}
        <LocaleSwitch locale={props.locale} save={props.saveLocale} />
        <span className="contents max-md:hidden">
          <ZoneSwitch zone={props.zone} zones={props.zones ?? []} now={props.now} save={props.saveZone} />
          <ThemeToggle label={t('theme.toggle')}>
            <Icon name="moon" className="dark:hidden" />
            <Icon name="sun" className="hidden dark:block" />
          </ThemeToggle>
        </span>
        <PersonMenu person={props.person} theme={props.theme} zone={props.zone} signOut={props.signOut} />
      </header>
      {connection && <EnvironmentBar environment={connection.environment} />}
      {props.banner}
      <div id="drawer" popover="auto" className="drawer">
        <nav aria-label={t('navigation')} className="flex min-h-full flex-col">
          <Nav entries={nav} end={navEnd} />
        </nav>
      </div>
      <div className="frame" data-nav={props.isRail ? 'rail' : 'full'}>
        <nav className="navigation" aria-label={t('navigation')}>
          <Nav entries={nav} end={navEnd}>
            <NavCollapse label={t('collapse')} icon={<Icon name="collapse" />} />
          </Nav>
        </nav>
        <main id="content" tabIndex={-1}>
          <SendingStop waits={props.waits ?? null}>{props.children}</SendingStop>
        </main>
      </div>
      <KeyboardMap
        jumps={jumps}
        words={{
          title: t('keys.title'),
          close: t('keys.close'),
          search: t('keys.search'),
          help: t('keys.help'),
          move: t('keys.move'),
          open: t('keys.open'),
          choose: t('keys.choose'),
        }}
      />
    </>
  );
}
