import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { StaffFrame } from '@/app/(staff)/staff-frame';
import { PageHeader } from '@/components/layout/page-header';
import { Tabs } from '@/components/ui/tabs';
import type { Guarded } from '@/lib/boundary';
import { accountsOf, currentStaff, requirePage } from '@/lib/boundary';
import { context } from '@/lib/context';
import type { SettingsName } from './settings-pages';
import { settingsOf, settingsPages } from './settings-pages';

export type SettingsSearch = Promise<Record<string, string | string[] | undefined>>;

const address = z.object({ connection: z.string().max(64).optional().catch(undefined) });

/**
 * The guard of a page of settings: the address names the connection, and without it the first one is meant. `here` is
 * where signing in leads back to.
 */
export async function requireSettings(
  search: SettingsSearch,
  page: SettingsName,
  here = settingsPages[page].href,
): Promise<Guarded> {
  const [{ connection }, held, staff] = await Promise.all([
    search.then((query) => address.parse(query)),
    context(),
    currentStaff(),
  ]);
  const [first] = staff ? accountsOf(held, staff) : held.accounts();
  const slug = connection ?? first?.connection.slug ?? '';
  return requirePage(settingsPages[page].needs, slug, here(slug));
}

type SettingsFrameProps = {
  guarded: Guarded;
  page: SettingsName;
  /** The line under the title, and the primary action. */
  note: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of a page of settings, with the way to the others and, where there are several, to the other connections. */
export async function SettingsFrame({ guarded, page, note, actions, children }: SettingsFrameProps) {
  const { context: held, staff, account } = guarded;
  const t = await getTranslations('settings');
  const { slug } = account.connection;
  const { isOfConnection } = settingsPages[page];
  const connections = isOfConnection ? accountsOf(held, staff).map(({ connection }) => connection) : [];
  return (
    <StaffFrame context={held} staff={staff} account={account}>
      <PageHeader
        title={t('title')}
        context={
          <>
            {isOfConnection && <span>{account.connection.name}</span>}
            {note}
          </>
        }
        actions={actions}
      />
      {connections.length > 1 && (
        <nav className="gutter pb-2" aria-label={t('connections')}>
          <span className="segmented" data-size="small">
            {connections.map((connection) => (
              <Link
                key={connection.slug}
                href={settingsPages[page].href(connection.slug)}
                prefetch={false}
                aria-current={connection.slug === slug ? 'true' : undefined}
              >
                {connection.name}
              </Link>
            ))}
          </span>
        </nav>
      )}
      <Tabs
        label={t('pages')}
        tabs={settingsOf(staff.permissions).map((name) => ({
          href: settingsPages[name].href(slug),
          label: t(name),
          icon: settingsPages[name].icon,
          current: name === page,
        }))}
      />
      {children}
    </StaffFrame>
  );
}
