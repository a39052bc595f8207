import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { stepsOf } from '@/lib/notifications/rules';
import type { NotificationRow } from '@/lib/notifications/view';
import { paths } from '@/lib/paths';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Badge } from '../ui/badge';
import { Cell, HeadCell, NameCell, Table } from '../ui/table';
import { NotificationState, noSubject } from './notification-state';
import { StepMeter } from './step-meter';

type NotificationTableProps = { slug: string; rows: NotificationRow[]; zone: string };

/** What the platform told, newest first. */
export function NotificationTable({ slug, rows, zone }: NotificationTableProps) {
  const t = useTranslations('notifications');
  return (
    <Table caption={t('caption')}>
      <thead>
        <tr>
          <HeadCell>{t('column.received')}</HeadCell>
          <HeadCell>{t('column.id')}</HeadCell>
          <HeadCell giveWay={3}>{t('column.type')}</HeadCell>
          <HeadCell giveWay={4}>{t('column.about')}</HeadCell>
          <HeadCell>{t('column.state')}</HeadCell>
          <HeadCell giveWay={4}>{t('column.step')}</HeadCell>
          <HeadCell align="end" giveWay={3}>
            {t('column.tries')}
          </HeadCell>
          <HeadCell align="end" giveWay={2}>
            {t('column.answer')}
          </HeadCell>
          <HeadCell align="end" giveWay={1}>
            {t('column.took')}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-notification={row.state}>
            <NameCell href={paths.notification(slug, row.id)}>
              <Timestamp at={row.firstReceivedAt} zone={zone} />
            </NameCell>
            <Cell part="id">
              <span title={row.notificationId}>
                <Id value={row.notificationId} show="tail" tail={8} />
              </span>
            </Cell>
            <Cell giveWay={3}>
              {row.eventType === '' ? <Unheld reason={t('noEvent')} /> : <EventType value={row.eventType} />}
            </Cell>
            <Cell giveWay={4}>
              <About slug={slug} row={row} />
            </Cell>
            <Cell part="state">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <NotificationState state={row.state} />
                {row.discrepanciesOpen > 0 && row.state !== 'discrepancy' && <NotificationState state="discrepancy" />}
                {row.isParked && <Badge icon="minus">{t('parked')}</Badge>}
                <span className="text-ink-2 md:hidden">{row.subMerchantName ?? row.subMchid}</span>
              </span>
            </Cell>
            <Cell giveWay={4}>
              <StepReached row={row} />
            </Cell>
            <Cell align="end" giveWay={3}>
              {row.deliveries}
            </Cell>
            <Cell align="end" giveWay={2}>
              <span className={row.lastAnswer === 200 ? undefined : 'late'}>{row.lastAnswer}</span>
            </Cell>
            <Cell align="end" giveWay={1}>
              {t('ms', { ms: (row.lastTookUs / 1000).toFixed(1) })}
            </Cell>
            <Cell part="action">
              <span className="mono text-ink-3">{row.eventType}</span>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** An event type, which breaks after the dots of it where columns are scarce. */
function EventType({ value }: { value: string }) {
  const parts = value.split('.');
  return (
    <span className="mono whitespace-normal" translate="no">
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never move.
        <Fragment key={place}>
          {place > 0 && (
            <>
              .<wbr />
            </>
          )}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

/** Whom it is about, with the number of the application under it. */
function About({ slug, row }: { slug: string; row: NotificationRow }) {
  const t = useTranslations('notifications');
  const { subMchid, applymentId, contractId, outTradeNo, subMerchantName, isUnclaimed } = row;
  const contract = contractId !== null && (
    <small className="block">
      <Link className="hover:underline" href={paths.contract(slug, contractId)} prefetch={false}>
        <Id value={contractId} show="tail" tail={8} />
      </Link>
    </small>
  );
  const order = outTradeNo !== null && (
    <small className="block">
      <Link className="hover:underline" href={paths.deduction(slug, outTradeNo)} prefetch={false}>
        <Id value={outTradeNo} show="tail" tail={8} />
      </Link>
    </small>
  );
  if (subMchid === null && (contract || order)) return contract || order;
  if (subMchid === null) return <Unheld reason={t(noSubject(row))} />;
  return (
    <>
      {isUnclaimed ? (
        <span className="flex items-center gap-1.5" title={t('unclaimedMeans')}>
          <Id value={subMchid} />
          <span className="text-small font-medium">{t('unclaimed')}</span>
        </span>
      ) : (
        <Link
          className="block max-w-40 truncate hover:underline"
          href={paths.subMerchant(slug, subMchid)}
          prefetch={false}
        >
          {subMerchantName ?? subMchid}
        </Link>
      )}
      {applymentId !== null && <small className="text-ink-3 mono block">{applymentId}</small>}
      {contract}
      {order}
    </>
  );
}

/** The last step that it passed, or what stopped it. */
function StepReached({ row }: { row: NotificationRow }) {
  const t = useTranslations('notifications');
  const { reached, stopped } = stepsOf(row);
  const short = row.cause !== null && t.has(`cause.${row.cause}.short`) ? t(`cause.${row.cause}.short`) : row.cause;
  return (
    <span className="inline-flex items-center gap-2">
      <StepMeter reached={reached} stopped={stopped} />
      <span className="text-small text-ink-2 whitespace-normal">
        {t(`step.${reached}`)}
        {short !== null && <span className="text-ink-3">{` · ${short}`}</span>}
      </span>
    </span>
  );
}
