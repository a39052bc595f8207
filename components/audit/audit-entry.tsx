import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { ApprovalBehind } from '@/lib/approvals/view';
import type { AuditEvent } from '@/lib/audit/events';
import { packAsk } from '@/lib/audit/filters';
import type { AuditView } from '@/lib/audit/view';
import { paths } from '@/lib/paths';
import { CopyButton } from '../data/copy-button';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Facts } from '../ui/facts';
import { Notice } from '../ui/notice';
import { Section } from '../ui/section';
import { PlainTable, SideScroll } from '../ui/table';
import { useActorName, useAuditSentence } from './audit-sentence';
import { AuditObject } from './audit-table';
import type { BeforeAfter } from './before-after';
import { beforeAfter } from './before-after';
import { ChangeList } from './change-list';
import { useChangeWords } from './use-change-words';
import { useReasonWords } from './use-reason-words';
import type { OwnRoleNames } from './use-role-names';
import { useRoleNames } from './use-role-names';

type AuditEntryProps = {
  slug: string;
  entry: AuditView;
  /** Of the institution's own roles those that the entry names. */
  ownRoles: OwnRoleNames;
  approval: ApprovalBehind | null;
  isIntact: boolean;
  zone: string;
  mayOpenRequests: boolean;
  mayOpenApprovals: boolean;
};

/** One entry, whole: who, what, before and after with masks, and whether it still is what was written. */
export function AuditEntry({
  slug,
  entry,
  ownRoles,
  approval,
  isIntact,
  zone,
  mayOpenRequests,
  mayOpenApprovals,
}: AuditEntryProps) {
  const t = useTranslations('audit.entry');
  const tAudit = useTranslations('audit');
  const roleNames = useRoleNames(ownRoles);
  const tOutcomes = useTranslations('outcomes');
  const tCopy = useTranslations('common.copy');
  const sentence = useAuditSentence(ownRoles);
  const actor = useActorName();
  const reasonWords = useReasonWords();
  const changed: BeforeAfter | null =
    'changes' in entry.event
      ? { kind: entry.objectKind, changes: entry.event.changes, said: ['changes'] }
      : beforeAfter(entry);
  const none = <Unheld reason={t('none')} />;
  // Their own address is in the entry of what they asked for: it was carried out when somebody else approved it.
  const isCarriedOut = entry.actorKind === 'staff' && entry.ip === null && approval !== null;
  const reason = reasonWords(entry) ?? (isCarriedOut ? approval.reason : null);
  const linked = (words: ReactNode) =>
    approval !== null && mayOpenApprovals ? (
      <Link className="link" href={paths.approval(slug, approval.approvalId)} prefetch={false} data-part="approval">
        {words}
      </Link>
    ) : (
      words
    );
  const ask = packAsk.safeParse(
    entry.objectKind === 'batch'
      ? { about: 'batch', id: entry.objectId }
      : { about: 'record', kind: entry.objectKind, id: entry.objectId },
  );
  const packOf = ask.success ? paths.api.evidencePack(slug, { ...ask.data }) : null;
  return (
    <div className="with-aside">
      <div className="gutter min-w-0 pb-8">
        <p className="pt-4 text-base">{sentence(entry)}</p>
        {changed && (
          <Section title={t('changes')} note={t('masked')}>
            {changed.changes.length === 0 ? (
              <p className="text-ink-2 text-table mt-2">{t('noChanges')}</p>
            ) : (
              <div className="mt-2">
                <ChangeList changes={changed.changes} objectKind={changed.kind} zone={zone} />
              </div>
            )}
          </Section>
        )}
        {'differences' in entry.event && <DifferenceList differences={entry.event.differences} zone={zone} />}
        <EventFacts entry={entry} said={changed?.said ?? []} linked={linked} />
        <Section title={t('integrity')}>
          <div className="mt-2 grid gap-2">
            <Notice
              icon={isIntact ? 'approved' : 'warning'}
              tone={isIntact ? 'approved' : 'rejected'}
              {...(!isIntact && { role: 'alert' as const })}
            >
              <b>{isIntact ? t('intact') : t('broken')}</b> {isIntact ? t('intactMeans') : t('brokenMeans')}
            </Notice>
            <p className="text-table">
              <span className="text-ink-3">SHA-256</span>{' '}
              <span className="mono break-all" translate="no">
                {entry.hash}
              </span>{' '}
              <CopyButton value={entry.hash} label={tCopy('label')} done={tCopy('done')} />
            </p>
          </div>
        </Section>
      </div>
      <aside>
        {packOf !== null && (
          <p className="pt-4">
            <a className="button" data-variant="secondary" href={packOf} data-action="pack-record" download>
              {tAudit('packLink')}
            </a>
          </p>
        )}
        <Section title={t('who')}>
          <div className="mt-2">
            <Facts
              facts={[
                { term: t('by'), value: actor(entry) },
                {
                  term: t('role'),
                  value: entry.actorRoles.length === 0 ? none : roleNames(entry.actorRoles).join(', '),
                },
                {
                  term: t('ip'),
                  value: isCarriedOut ? (
                    t('byApproval')
                  ) : entry.ip === null ? (
                    none
                  ) : (
                    <span className="mono">{entry.ip}</span>
                  ),
                },
                { term: t('at'), value: <Timestamp at={entry.at} zone={zone} /> },
                { term: t('object'), value: <AuditObject slug={slug} entry={entry} /> },
                { term: t('objectId'), value: <span className="mono break-all">{entry.objectId}</span> },
                { term: t('outcome'), value: entry.outcome === null ? none : tOutcomes(`${entry.outcome}.word`) },
                { term: t('reason'), value: reason === null ? none : reason },
                {
                  term: t('approval'),
                  value: approval === null ? none : linked(<ApprovalWords approval={approval} />),
                },
                {
                  term: t('reference'),
                  value:
                    entry.reference === null ? (
                      none
                    ) : entry.requestId !== null && mayOpenRequests ? (
                      <Link className="link mono" href={paths.request(slug, entry.requestId)} prefetch={false}>
                        {entry.reference}
                      </Link>
                    ) : (
                      <span className="mono">{entry.reference}</span>
                    ),
                },
              ]}
            />
          </div>
        </Section>
      </aside>
    </div>
  );
}

/** Who asked, and who approved where somebody did. */
function ApprovalWords({ approval: { askedBy, names } }: { approval: ApprovalBehind }) {
  const t = useTranslations('audit.entry');
  const format = useFormatter();
  if (names.length === 0) return t('askedBy', { by: askedBy });
  return t('approvedBy', { by: askedBy, names: format.list(names, { type: 'conjunction' }) });
}

/** What a message said other than we do, value by value. */
function DifferenceList({
  differences,
  zone,
}: Pick<Extract<AuditEvent, { action: 'discrepancy.opened' }>, 'differences'> & { zone: string }) {
  const words = useChangeWords('notification', zone);
  const t = useTranslations('audit.entry');
  const tChanges = useTranslations('audit.changes');
  const shown = (path: string, value: string | null) =>
    value === null ? <Unheld reason={tChanges('nothing')} /> : <span translate="no">{words.value(path, value)}</span>;
  return (
    <Section title={t('differences')}>
      <div className="mt-2">
        <SideScroll>
          <PlainTable caption={t('differences')}>
            <thead>
              <tr>
                <th scope="col">{tChanges('field')}</th>
                <th scope="col">{t('ours')}</th>
                <th scope="col">{t('theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ path, ours, theirs }) => (
                <tr key={path}>
                  <td className="mono">{path}</td>
                  <td>{shown(path, ours)}</td>
                  <td>{shown(path, theirs)}</td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        </SideScroll>
      </div>
    </Section>
  );
}

type EventFactsProps = { entry: AuditView; said: readonly string[]; linked: (words: ReactNode) => ReactNode };

/** Everything else that the entry recorded, by its own names: whoever audits compares these with what is exported. */
function EventFacts({ entry, said, linked }: EventFactsProps) {
  const { event } = entry;
  const t = useTranslations('audit.entry');
  const shownAbove = ['action', 'differences', ...said];
  const facts = Object.entries({ ...event, ...(entry.approvalId !== null && { approvalId: entry.approvalId }) }).filter(
    ([name]) => !shownAbove.includes(name),
  );
  const shown = (name: string, value: unknown) => {
    if (value === null) return <Unheld reason={t('none')} />;
    const words = <span className="mono break-all">{typeof value === 'string' ? value : JSON.stringify(value)}</span>;
    return name === 'approvalId' ? linked(words) : words;
  };
  return (
    <Section title={t('recorded')}>
      <div className="facts-wide mt-2">
        <Facts
          facts={[
            { term: t('action'), value: <span className="mono">{event.action}</span> },
            ...facts.map(([name, value]) => ({
              key: name,
              term: <span className="mono">{name}</span>,
              value: shown(name, value),
            })),
          ]}
        />
      </div>
    </Section>
  );
}
