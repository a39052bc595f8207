import type { NotificationFilters } from '@/lib/notifications/filters';
import { paths } from '@/lib/paths';

type Change = { [Name in keyof NotificationFilters]?: NotificationFilters[Name] | null };

/** The list's address with these filters, changed. A page belongs to one filter: it is not carried over. */
export function notificationAddress(slug: string, filters: NotificationFilters, change: Change = {}): string {
  const held = Object.entries({ ...filters, cursor: undefined, ...change }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return paths.notifications(slug, Object.fromEntries(held.map(([name, value]) => [name, String(value)])));
}
