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
import { useReasonWords } from './use-reason-words';
import type { OwnRoleNames } from './use-role-names';
import { useRoleNames } from './use-role-names';

type AuditTableProps = {
  slug: string;
  rows: AuditView[];
  /** Of the institution's own roles those that the rows name. */
  ownRoles: OwnRoleNames;
  zone: string;
  mayOpenRequests: boolean;
  mayOpenApprovals: boolean;
};

/** Characters of a reason that a row shows; the page of the entry has it whole. */
const REASON_SHOWN = 120;
const shortened = (text: string) => {
  const characters = [...text];
  return characters.length > REASON_SHOWN ? `${characters.slice(0, REASON_SHOWN - 1).join('')}…` : text;
};

/** Where it came from is on the page of the entry; in the list it needs a wide window. */
const wideOnly = 'max-[1600px]:hidden';

/** The trail, newest first: what was done, when, by whom, to what. */
export function AuditTable({ slug, rows, ownRoles, zone, mayOpenRequests, mayOpenApprovals }: AuditTableProps) {
  const t = useTranslations('audit');
  const tOutcomes = useTranslations('outcomes');
  const sentence = useAuditSentence(ownRoles);
  const roleNames = useRoleNames(ownRoles);
  const action = useActionName();
  const actor = useActorName();
  const reasonWords = useReasonWords();
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
          <th scope="col" className={wideOnly}>
            {t('column.from')}
          </th>
          <HeadCell giveWay={3}>{t('column.reference')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((entry) => {
          const look = auditLook(entry.event);
          const reason = reasonWords(entry);
          return (
            <tr key={entry.id} data-audit={entry.event.action}>
              <td data-cell="name" data-what="" data-tone={look.tone}>
                {/* Room below: the approval on the last line and the next row's link are 24 px apart, whatever their widths. */}
                <span className="flex items-start gap-2 pb-1">
                  <Icon name={look.icon} className="text-tone-ink mt-px" />
                  <span className="min-w-0">
                    <Link href={paths.auditEntry(slug, entry.id)} prefetch={false} data-row-link="">
                      {action(entry.event.action)}
                    </Link>
                    <small>{sentence(entry)}</small>
                    {reason !== null && (
                      <small title={reason} data-part="reason">
                        {t('because', { reason: shortened(reason) })}
                      </small>
                    )}
                    <small data-part="number">
                      {t('entryTitle', { number: entry.id })}
                      {entry.approvalId !== null && (
                        <>
                          {' · '}
                          <EntryApproval slug={slug} id={entry.approvalId} isLink={mayOpenApprovals} />
                        </>
                      )}
                    </small>
                  </span>
                </span>
              </td>
              <Cell part="id">
                <span className="max-md:hidden">
                  <Timestamp at={entry.at} zone={zone} />
                </span>
                <span className="md:hidden">
                  <Timestamp at={entry.at} zone={zone} show="day" />
                  <br />
                  <Timestamp at={entry.at} zone={zone} show="time" />
                </span>
              </Cell>
              <Cell part="state">
                {actor(entry)}
                <span className="text-ink-3 md:hidden">{entry.objectName}</span>
              </Cell>
              <Cell giveWay={2}>{entry.actorRoles.length === 0 ? none : roleNames(entry.actorRoles).join(', ')}</Cell>
              <Cell giveWay={4}>
                <AuditObject slug={slug} entry={entry} />
              </Cell>
              <Cell giveWay={3}>{entry.outcome === null ? none : tOutcomes(`${entry.outcome}.word`)}</Cell>
              <td className={wideOnly}>{entry.ip === null ? none : <span className="mono">{entry.ip}</span>}</td>
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
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** The approval that an entry names. */
function EntryApproval({ slug, id, isLink }: { slug: string; id: string; isLink: boolean }) {
  const t = useTranslations('audit.entry');
  const words = (
    <>
      {t('approval')} <Id value={id} show="tail" />
    </>
  );
  if (!isLink) return words;
  return (
    <Link className="hover:underline" href={paths.approval(slug, id)} prefetch={false}>
      {words}
    </Link>
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
