import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { formatTimestamp } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { getHold } from '@/lib/retention/queries';
import type { HoldKind } from '@/lib/retention/rules';

type HoldControlProps = { guarded: Guarded; kind: HoldKind; id: string };

/** Under the name of a record: that it is under a legal hold, or the way to where one is asked for; nothing for who may neither. */
export async function HoldControl({ guarded: { context, staff, account }, kind, id }: HoldControlProps) {
  if (!mayDo(staff.permissions, 'hold:ask')) return null;
  const { id: connectionId, slug } = account.connection;
  const [t, hold] = await Promise.all([getTranslations('recordHold'), getHold(context.db, connectionId, { kind, id })]);
  if (!hold) {
    return (
      <Link className="link" href={paths.retention(slug, { kind, id })} prefetch={false} data-action="to-hold">
        {t('ask')}
      </Link>
    );
  }
  const { placedBy, placedAt, reason } = hold;
  const title = t('since', { by: placedBy, reason, time: formatTimestamp(new Date(placedAt), staff.timeZone) });
  return (
    <Link href={paths.retention(slug)} prefetch={false} title={title} data-under-hold={`${kind} ${id}`}>
      <Badge tone="punished" icon="lock">
        {t('title')}
      </Badge>
    </Link>
  );
}
