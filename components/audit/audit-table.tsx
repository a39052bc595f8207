import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { AuditView } from '@/lib/audit/view';
import { paths } from '@/lib/paths';
import { useObjectName } from '../approvals/use-deed-sentence';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Icon } from '../ui/icon';
import { Cell, HeadCell, Table } from '../ui/table';
import { auditLook, useActionName, useActorName, useAuditSentence } from './audit-sentence';

type AuditTableProps = { slug: string; rows: AuditView[]; zone: string; mayOpenRequests: boolean };

/** Where it came from is on the page of the entry; in the list it needs a wide window. */
const wideOnly = 'max-[1600px]:hidden';

/** The trail, newest first: what was done, when, by whom, to what. */
export function AuditTable({ slug, rows, zone, mayOpenRequests }: AuditTableProps) {
  const t = useTranslations('audit');
  const tOutcomes = useTranslations('outcomes');
  const sentence = useAuditSentence();
  const action = useActionName();
  const actor = useActorName();
  const none = <Unheld reason={t('none')} />;
  return (
    <Table caption={t('caption')}>
      <thead>
        <tr>
          <HeadCell>{t('column.action')}</HeadCell>
          <HeadCell>{t('column.at')}</HeadCell>
          <HeadCell>{t('column.who')}</HeadCell>
          <HeadCell giveWay={2}>{t('column.role')}</HeadCell>
          <HeadCell giveWay={4}>{t('column.object')}</HeadCell>
          <HeadCell giveWay={3}>{t('column.outcome')}</HeadCell>
          <HeadCell giveWay={3}>{t('column.reference')}</HeadCell>
          <th scope="col" className={wideOnly}>
            {t('column.from')}
          </th>
          <HeadCell align="end" giveWay={1}>
            {t('column.entry')}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((entry) => {
          const look = auditLook(entry.event);
          return (
            <tr key={entry.id} data-audit={entry.event.action}>
              <td data-cell="name" data-what="" data-tone={look.tone}>
                <span className="flex items-start gap-2">
                  <Icon name={look.icon} className="text-tone-ink mt-px" />
                  <span className="min-w-0">
                    <Link href={paths.auditEntry(slug, entry.id)} prefetch={false} data-row-link="">
                      {action(entry.event.action)}
                    </Link>
                    <small>{sentence(entry)}</small>
                  </span>
                </span>
              </td>
              <Cell part="id">
                <span className="max-md:hidden">
                  <Timestamp at={entry.at} zone={zone} />
                </span>
                <span className="md:hidden">
                  <Timestamp at={entry.at} zone={zone} show="day" />
                </span>
              </Cell>
              <Cell part="state">
                {actor(entry)}
                <span className="text-ink-3 md:hidden">{entry.objectName}</span>
              </Cell>
              <Cell giveWay={2}>
                {entry.actorRoles.length === 0 ? none : entry.actorRoles.map((role) => t(`role.${role}`)).join(', ')}
              </Cell>
              <Cell giveWay={4}>
                <AuditObject slug={slug} entry={entry} />
              </Cell>
              <Cell giveWay={3}>{entry.outcome === null ? none : tOutcomes(`${entry.outcome}.word`)}</Cell>
              <Cell giveWay={3}>
                {entry.reference === null ? (
                  none
                ) : entry.requestId !== null && mayOpenRequests ? (
                  <Link className="mono hover:underline" href={paths.request(slug, entry.requestId)} prefetch={false}>
                    {entry.reference}
                  </Link>
                ) : (
                  <span className="mono">{entry.reference}</span>
                )}
              </Cell>
              <td className={wideOnly}>{entry.ip === null ? none : <span className="mono">{entry.ip}</span>}</td>
              <Cell align="end" giveWay={1}>
                {entry.id}
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** What an entry is about: a link where it has a page. */
export function AuditObject({ slug, entry }: { slug: string; entry: AuditView }) {
  const t = useTranslations('audit.objectKind');
  const kind = t.has(entry.objectKind) ? t(entry.objectKind) : entry.objectKind;
  const nameOf = useObjectName();
  if (entry.objectKind === 'sub-merchant' && entry.objectId !== '') {
    return (
      <Link className="hover:underline" href={paths.subMerchant(slug, entry.objectId)} prefetch={false}>
        {entry.objectName || entry.objectId}
      </Link>
    );
  }
  if (entry.objectKind === 'contract' && entry.objectId !== '') {
    return (
      <Link className="hover:underline" href={paths.contract(slug, entry.objectId)} prefetch={false}>
        {kind} <Id value={entry.objectId} show="tail" />
      </Link>
    );
  }
  if (entry.objectKind === 'deduction' && entry.objectId !== '') {
    return (
      <Link className="hover:underline" href={paths.deduction(slug, entry.objectId)} prefetch={false}>
        {kind} <Id value={entry.objectId} show="tail" />
      </Link>
    );
  }
  if (entry.objectKind === 'application') {
    return (
      <Link className="hover:underline" href={paths.application(slug, entry.objectId)} prefetch={false}>
        {kind} <Id value={entry.objectId} show="tail" />
      </Link>
    );
  }
  if (entry.objectKind === 'batch') {
    return (
      <Link className="hover:underline" href={paths.batch(slug, entry.objectId)} prefetch={false}>
        {entry.objectName || <Id value={entry.objectId} show="tail" />}
      </Link>
    );
  }
  if (entry.objectKind === 'notification') {
    return (
      <Link className="hover:underline" href={paths.notification(slug, entry.objectId)} prefetch={false}>
        {kind} <Id value={entry.objectId} show="tail" />
      </Link>
    );
  }
  return (
    <span title={entry.objectId}>
      {kind}
      {entry.objectName !== '' && ` ${nameOf(entry)}`}
    </span>
  );
}
