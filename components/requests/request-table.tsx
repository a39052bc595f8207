import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { countdown } from '@/lib/i18n/duration';
import { momentIn } from '@/lib/i18n/format';
import type { Ownership } from '@/lib/ownership/view';
import { paths } from '@/lib/paths';
import type { RequestRow } from '@/lib/requests/view';
import { Cut } from '../data/cut';
import { Id } from '../data/id';
import { PersonName } from '../data/person-name';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { OwnerCell } from '../ownership/owner-cell';
import { OutcomeWord } from '../ui/outcome-line';
import { Cell, HeadCell, NameCell, Table } from '../ui/table';

type RequestTableProps = {
  slug: string;
  rows: RequestRow[];
  zone: string;
  now: string;
  /** Who looks after which request, by id; without it there is no such column. */
  owners?: { held: ReadonlyMap<string, Ownership>; readerId: string };
  /** On the page of one object its own name is no news: the operation stands in the first column. */
  isOfOneObject?: boolean;
};

/** Key and serial are on the page of the request; in the list they need a wide window. */
const wideOnly = 'max-[1600px]:hidden';

/** What comes next for an open request, in few words. */
function Next({ row, now }: { row: RequestRow; now: string }) {
  const t = useTranslations('requests.next');
  if (row.needsPersonSince !== null) return <span className="late">{t('person')}</span>;
  if (row.nextTryAt === null) return null;
  const until = Date.parse(row.nextTryAt);
  return (
    <span className="tabular-nums">
      {until <= Date.parse(now) ? t('now') : t('in', { left: countdown(until, Date.parse(now)) })}
    </span>
  );
}

/** The page of what a request is about. */
const pageOf = (slug: string, { objectKind, objectId, id }: RequestRow): string =>
  paths.object(slug, objectKind, objectId) ?? paths.request(slug, id);

/** What went out, newest first. */
export function RequestTable({ slug, rows, zone, now, owners, isOfOneObject = false }: RequestTableProps) {
  const t = useTranslations('requests');
  const operation = (name: string) => (t.has(`operation.${name}`) ? t(`operation.${name}`) : name);
  const tOwner = useTranslations('ownership.column');
  const { day: today } = momentIn(new Date(now), zone);
  const none = <Unheld reason={t('noAnswerYet')} />;
  return (
    <Table caption={t('caption')}>
      <thead>
        <tr>
          <HeadCell>{isOfOneObject ? t('column.operation') : t('column.object')}</HeadCell>
          {!isOfOneObject && <HeadCell>{t('column.about')}</HeadCell>}
          <HeadCell>{t('column.outcome')}</HeadCell>
          <HeadCell>{t('column.opened')}</HeadCell>
          <HeadCell giveWay={4}>{t('column.reference')}</HeadCell>
          <HeadCell giveWay={3}>{t('column.answer')}</HeadCell>
          <HeadCell align="end" giveWay={2}>
            {t('column.took')}
          </HeadCell>
          <HeadCell align="end" giveWay={3}>
            {t('column.tries')}
          </HeadCell>
          <th scope="col" className={wideOnly}>
            {t('column.key')}
          </th>
          <th scope="col" className={wideOnly}>
            {t('column.serial')}
          </th>
          {owners && <HeadCell giveWay={2}>{tOwner('owner')}</HeadCell>}
          <HeadCell giveWay={1}>{t('column.by')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <NameCell href={paths.request(slug, row.id)} second={isOfOneObject ? undefined : operation(row.operation)}>
              {isOfOneObject ? operation(row.operation) : row.objectName || row.objectId}
            </NameCell>
            {!isOfOneObject && (
              <Cell part="id">
                <Link href={pageOf(slug, row)} prefetch={false} className="hover:underline">
                  {/* Numbers of contracts have up to 64 characters. */}
                  <Id value={row.objectId} {...(row.objectId.length > 16 && { show: 'tail', tail: 10 })} />
                </Link>
              </Cell>
            )}
            <Cell part="state">
              <OutcomeWord outcome={row.outcome} requestId={row.id} settled={row.wasUnknown}>
                <Next row={row} now={now} />
              </OutcomeWord>
            </Cell>
            <Cell>
              <Timestamp at={row.openedAt} zone={zone} />
            </Cell>
            <Cell giveWay={4}>
              <span className="mono">{row.reference}</span>
            </Cell>
            <Cell giveWay={3}>
              {row.httpStatus === null ? (
                none
              ) : (
                <>
                  <span className="tabular-nums">{row.httpStatus}</span>{' '}
                  {row.errorCode !== null && (
                    <span className="mono">
                      <Cut whole={row.errorCode}>{row.errorCode}</Cut>
                    </span>
                  )}
                </>
              )}
            </Cell>
            <Cell align="end" giveWay={2}>
              {row.tookMs === null ? none : t('seconds', { seconds: (row.tookMs / 1000).toFixed(1) })}
            </Cell>
            <Cell align="end" giveWay={3}>
              {row.tries}
            </Cell>
            <td className={wideOnly}>
              <Id value={row.idempotencyKey} show="tail" />
            </td>
            <td className={wideOnly}>
              {row.platformSerial === null ? none : <Id value={row.platformSerial} show="tail" />}
            </td>
            {owners && (
              <Cell giveWay={2}>
                <OwnerCell held={owners.held.get(row.id)} readerId={owners.readerId} datedAt={today} />
              </Cell>
            )}
            <Cell giveWay={1}>
              <PersonName name={row.openedBy} />
            </Cell>
            <Cell part="action">
              <Timestamp at={row.openedAt} zone={zone} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
