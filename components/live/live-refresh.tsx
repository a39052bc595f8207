import { useTranslations } from 'next-intl';
import type { Topic } from '@/lib/events/view';
import { RefreshPill } from './refresh-pill';

type LiveRefreshProps = {
  /** Slug of the connection. */
  connection: string;
  topics: readonly Topic[];
};

/**
 * Draws a page anew when something of these topics changes: at most once a second, and not while somebody points at its
 * rows, has the focus in them or a menu open. Then a pill says how many changed, and a click, or leaving, shows them
 * (screens 0). The words come from the server: a list loads nothing that formats messages.
 */
export function LiveRefresh({ connection, topics }: LiveRefreshProps) {
  const t = useTranslations('live');
  return (
    <RefreshPill connection={connection} topics={topics} words={{ many: String(t.raw('many')), some: t('some') }} />
  );
}
