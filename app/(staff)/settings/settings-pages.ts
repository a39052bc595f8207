import type { IconName } from '@/components/ui/icon';
import type { Permission } from '@/lib/auth/permissions';
import { mayDo } from '@/lib/auth/permissions';
import { paths } from '@/lib/paths';

type SettingsEntry = {
  href: (slug: string) => string;
  icon: IconName;
  needs: Permission;
  /** False for what is one for all connections. */
  isOfConnection: boolean;
};

const entries = {
  certificates: { href: paths.certificates, icon: 'key', needs: 'keys:manage', isOfConnection: true },
  endpoint: { href: paths.endpoint, icon: 'globe', needs: 'keys:manage', isOfConnection: true },
  staff: { href: paths.staff, icon: 'person', needs: 'staff:read', isOfConnection: false },
  policies: { href: paths.policies, icon: 'approved', needs: 'approval:read', isOfConnection: false },
  waiting: { href: paths.waiting, icon: 'clock', needs: 'approval:read', isOfConnection: true },
  retention: { href: (slug) => paths.retention(slug), icon: 'lock', needs: 'hold:ask', isOfConnection: true },
  connections: { href: paths.connections, icon: 'requests', needs: 'request:read', isOfConnection: false },
} satisfies Record<string, SettingsEntry>;

export type SettingsName = keyof typeof entries;

/** The pages of the settings in their order. Their names are the words of `settings`. */
export const settingsPages: Record<SettingsName, SettingsEntry> = entries;
const names = Object.keys(entries) as SettingsName[];

/** The pages that somebody with these permissions may open. */
export const settingsOf = (held: readonly Permission[]): SettingsName[] =>
  names.filter((name) => mayDo(held, settingsPages[name].needs));
