import { useTranslations } from 'next-intl';
import type { ApprovalRow, ApprovalTab } from '@/lib/approvals/view';
import { formatTimestamp } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { Id } from '../data/id';
import { RelativeAge, Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Badge } from '../ui/badge';
import { Cell, HeadCell, NameCell, Table } from '../ui/table';
import { ApprovalStateBadge, RiskMarks, StaleMark } from './approval-badges';
import { useCauseWords } from './use-cause-words';
import { useDeedSentence, useObjectName } from './use-deed-sentence';

type Reader = { slug: string; zone: string; now: string; environment: 'live' | 'practice' };
type ApprovalTableProps = Reader & { rows: ApprovalRow[]; tab: ApprovalTab };

/** What was asked for: the sentence, its risks, who and when, how long it holds, where it stands. */
export function ApprovalTable({ rows, tab, ...reader }: ApprovalTableProps) {
  const t = useTranslations('approvals');
  return (
    <div className="approval-list">
      <Table caption={t('caption')}>
        <thead>
          <tr>
            <HeadCell>{t('column.what')}</HeadCell>
            <HeadCell>{t('column.risk')}</HeadCell>
            <HeadCell giveWay={2}>{t('column.environment')}</HeadCell>
            <HeadCell giveWay={4}>{t('column.asked')}</HeadCell>
            <HeadCell>{t(tab === 'decided' ? 'column.decided' : 'column.expires')}</HeadCell>
            <HeadCell>{t('column.state')}</HeadCell>
            <th data-cell="action">
              <span className="sr-only">{t('column.next')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} isDecided={tab === 'decided'} {...reader} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** A word stands out when less than this is left. */
const SOON_MS = 4 * 60 * 60 * 1000;

function Row({ row, isDecided, slug, zone, now, environment }: Reader & { row: ApprovalRow; isDecided: boolean }) {
  const t = useTranslations('approvals');
  const tEnvironment = useTranslations('frame.environment');
  const sentence = useDeedSentence();
  const nameOf = useObjectName();
  const causeWords = useCauseWords();
  const counts = { given: row.given, needed: row.needed };
  const isSoon = Date.parse(row.expiresAt) - Date.parse(now) < SOON_MS;
  const expires = <RelativeAge at={row.expiresAt} now={now} form="long" />;
  return (
    <tr data-approval={row.id}>
      <NameCell
        href={paths.approval(slug, row.id)}
        second={
          ['policy', 'charge-limit', 'retention'].includes(row.objectKind) ? nameOf(row) : <Id value={row.shownId} />
        }
      >
        {sentence(row)}
      </NameCell>
      <td data-cell="marks">
        <span className="flex flex-wrap gap-1">
          <RiskMarks policyKeys={row.policyKeys} />
        </span>
      </td>
      <Cell giveWay={2}>{row.connectionId === null ? t('everywhere') : tEnvironment(`${environment}.word`)}</Cell>
      <Cell giveWay={4}>
        {row.askedBy}
        <small>
          <Timestamp at={row.askedAt} zone={zone} />
        </small>
      </Cell>
      <Cell>
        {isDecided ? (
          row.decidedAt === null ? (
            <Unheld reason={t('notOpen')} />
          ) : (
            <Timestamp at={row.decidedAt} zone={zone} />
          )
        ) : row.state !== 'pending' ? (
          <Unheld reason={t('notOpen')} />
        ) : (
          <span className={isSoon ? 'late' : undefined} title={formatTimestamp(new Date(row.expiresAt), zone)}>
            {expires}
          </span>
        )}
      </Cell>
      <Cell part="state">
        <span className="flex max-w-60 flex-wrap items-center gap-x-2 gap-y-1 whitespace-normal">
          <ApprovalStateBadge state={row.state} />
          {row.state === 'pending' && (
            <span className="text-ink-2 tabular-nums" title={t('givenMeans', counts)}>
              {t('given', counts)}
            </span>
          )}
          {row.stale !== null && <StaleMark cause={row.stale} />}
          {row.state === 'void' && row.cause !== null && (
            <span className="text-ink-3">{causeWords(row.cause).short}</span>
          )}
          {row.state === 'pending' && row.remindedAt !== null && (
            <Badge icon="bell" title={t('remindedAt', { time: formatTimestamp(new Date(row.remindedAt), zone) })}>
              {t('reminded')}
            </Badge>
          )}
        </span>
      </Cell>
      <Cell part="action">
        <span className="text-ink-2">
          {t.rich('cardAsked', { by: row.askedBy, age: () => <RelativeAge at={row.askedAt} now={now} form="long" /> })}
        </span>
        {row.state === 'pending' && (
          <span className={isSoon ? 'late' : 'text-ink-3'}>{t.rich('cardExpires', { age: () => expires })}</span>
        )}
      </Cell>
    </tr>
  );
}
