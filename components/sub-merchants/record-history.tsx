import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';
import type { FieldHistoryEntry } from '@/lib/sub-merchants/view';
import { ApprovedBy } from '../approvals/approved-by';
import { useActorName } from '../audit/audit-sentence';
import { useChangeWords } from '../audit/use-change-words';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { EmptyState } from '../ui/empty-state';
import { Cell, HeadCell, Table } from '../ui/table';

type RecordHistoryProps = { slug: string; entries: FieldHistoryEntry[]; zone: string; mayAudit: boolean };

/** Field by field: what it was, what it became, who and how. Personal values are masks. */
export function RecordHistory({ slug, entries, zone, mayAudit }: RecordHistoryProps) {
  const t = useTranslations('record.history');
  const words = useChangeWords('sub-merchant', zone);
  const actor = useActorName();
  if (entries.length === 0) {
    return (
      <div className="gutter py-4">
        <EmptyState kind="nothing-yet" icon="clock" title={t('empty.title')}>
          <p>{t('empty.how')}</p>
        </EmptyState>
      </div>
    );
  }
  const held = (path: string, value: string | null) =>
    value === null ? <Unheld reason={t('nothing')} /> : <span translate="no">{words.value(path, value)}</span>;
  return (
    <Table caption={t('caption')}>
      <thead>
        <tr>
          <HeadCell>{t('field')}</HeadCell>
          <HeadCell>{t('when')}</HeadCell>
          <HeadCell>{t('from')}</HeadCell>
          <HeadCell>{t('to')}</HeadCell>
          <HeadCell giveWay={3}>{t('by')}</HeadCell>
          <HeadCell giveWay={4}>{t('how')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          // One entry of the trail changes several fields, and a list several values of one field.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered once and never reordered.
          <tr key={`${entry.auditId} ${index}`}>
            <Cell part="name">
              <span className="font-medium">{words.label(entry.path) ?? entry.path}</span>
              <small className="mono">{entry.path}</small>
            </Cell>
            <Cell part="id">
              <Timestamp at={entry.at} zone={zone} />
            </Cell>
            <td data-cell="state" className="whitespace-normal!">
              <span className="text-ink-3 line-clamp-2 break-words">{held(entry.path, entry.from)}</span>
              <span className="md:hidden">{'→ '}</span>
              <span className="md:hidden">{held(entry.path, entry.to)}</span>
            </td>
            <td className="whitespace-normal!">
              <span className="line-clamp-2 break-words">{held(entry.path, entry.to)}</span>
            </td>
            <Cell giveWay={3}>
              {actor(entry)}
              {entry.approved && (
                <small className="block">
                  <ApprovedBy slug={slug} approvers={entry.approved} />
                </small>
              )}
            </Cell>
            <Cell giveWay={4}>
              <How slug={slug} entry={entry} mayAudit={mayAudit} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** How it came to be, with a link to what proves it: a request, an approval, a notification, else the entry of the trail. */
function How({ slug, entry, mayAudit }: { slug: string; entry: FieldHistoryEntry; mayAudit: boolean }) {
  const t = useTranslations('record.history');
  const { requestId, notificationId, auditId, approved } = entry;
  const href =
    (requestId !== null && paths.request(slug, requestId)) ||
    (entry.how === 'sub-merchant.h5-recorded' && approved !== null && paths.approval(slug, approved.approvalId)) ||
    (notificationId !== null && paths.notification(slug, notificationId)) ||
    (mayAudit && paths.auditEntry(slug, auditId));
  const words = t(`means.${entry.how}`);
  return href ? (
    <Link className="link" href={href} prefetch={false}>
      {words}
    </Link>
  ) : (
    words
  );
}
