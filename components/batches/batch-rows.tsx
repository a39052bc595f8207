import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { BatchRowFilters } from '@/lib/batches/filters';
import type { BatchDetail, BatchRowView, RowStanding, Verdict } from '@/lib/batches/view';
import { rowStandings } from '@/lib/batches/view';
import { formatCount } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { isSettledBeside } from '@/lib/requests/rules';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Cell, HeadCell, Table } from '../ui/table';
import type { Tab } from '../ui/tabs';
import { Tabs } from '../ui/tabs';
import { batchAddress } from './batch-address';
import { RowState, standingLook } from './batch-state';

/** Why a row is not in the list or was not sent, in words; one that nobody has words for is its rule. */
export function useVerdictWords(): (verdict: Verdict) => string {
  const t = useTranslations('batches.verdict');
  return ({ rule, params }) => (t.has(rule) ? t(rule, params) : rule);
}

/** How many rows stand so: of the list by its totals, of the source by what the dry run left out. */
const countsOf = ({ totals, sourceCount, listCount }: BatchDetail): Record<RowStanding, number> => ({
  accepted: totals.accepted,
  refused: totals.refused,
  unknown: totals.unknown,
  open: totals.open,
  'left-out': totals.leftOut,
  'not-sent': totals.notSent,
  excluded: sourceCount - listCount,
});

type RowTabsProps = { slug: string; batch: BatchDetail; filters: BatchRowFilters };

/** The rows by where they stand; before the batch begins there are only those in the list and those left out. */
export function RowTabs({ slug, batch, filters }: RowTabsProps) {
  const t = useTranslations('batches');
  const counts = countsOf(batch);
  const isDraft = batch.startedAt === null;
  const shown: readonly RowStanding[] = isDraft ? ['not-sent', 'excluded'] : rowStandings;
  const tabs: Tab[] = [
    {
      href: batchAddress(slug, batch.id, filters, { standing: null, why: null }),
      label: t('allRows'),
      current: filters.standing === undefined && filters.why === undefined,
      count: formatCount(batch.sourceCount),
    },
    ...shown
      .filter((standing) => isDraft || counts[standing] > 0 || standing === filters.standing)
      .map((standing) => ({
        href: batchAddress(slug, batch.id, filters, { standing, why: null }),
        label: isDraft && standing === 'not-sent' ? t('inList') : t(`standing.${standing}`),
        current: filters.standing === standing,
        count: formatCount(counts[standing]),
        ...standingLook(standing),
      })),
  ];
  return <Tabs label={t('rowTabs')} tabs={tabs} />;
}

type BatchRowsProps = {
  slug: string;
  objectKind: string;
  rows: BatchRowView[];
  zone: string;
  isDraft: boolean;
  /** In common mode all objects are one’s own. */
  isCommon: boolean;
};

/** Rules by which an object may have no page on this connection. */
const notHere: ReadonlySet<string> = new Set(['not-held', 'contract-of-other-mode']);

/** Rows in the order of the source: what each is about, what became of it, and what tells it. */
export function BatchRows({ slug, objectKind, rows, zone, isDraft, isCommon }: BatchRowsProps) {
  const t = useTranslations('batches');
  const tMeanings = useTranslations('meanings');
  const wordsOf = useVerdictWords();
  const meaningOf = (meaning: string) => (tMeanings.has(`${meaning}.title`) ? tMeanings(`${meaning}.title`) : meaning);
  return (
    <Table caption={t('rowsCaption')} density="compact">
      <thead>
        <tr>
          <HeadCell align="end">{t('row.number')}</HeadCell>
          <HeadCell>{t('row.object')}</HeadCell>
          {!isCommon && <HeadCell giveWay={3}>{t('row.of')}</HeadCell>}
          <HeadCell>{t(isDraft ? 'row.verdict' : 'row.outcome')}</HeadCell>
          <HeadCell giveWay={4}>{t('row.why')}</HeadCell>
          {!isDraft && (
            <>
              <HeadCell giveWay={2}>{t('row.at')}</HeadCell>
              <HeadCell giveWay={3}>{t('row.reference')}</HeadCell>
              <HeadCell align="end" giveWay={1}>
                {t('row.tries')}
              </HeadCell>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { number, place, objectId, objectName, told, standing, why, request } = row;
          const href = paths.object(slug, objectKind, objectId);
          const isOk = isDraft && standing === 'not-sent';
          const how = request?.settledHow ?? null;
          const meant = request?.meaning ? meaningOf(request.meaning) : null;
          // What no answer settled has no reason in the last answer.
          const said = why ? wordsOf(why) : isSettledBeside(how) ? t(`settled.${how}`) : meant;
          return (
            <tr key={number} data-row={number} data-standing={standing}>
              <Cell align="end">
                <span className="tabular-nums">{number}</span>
              </Cell>
              <Cell part="name">
                {objectId === '' ? (
                  <Unheld reason={t('noId')} />
                ) : href !== null && !notHere.has(why?.rule ?? '') ? (
                  <Link href={href} prefetch={false} data-row-link="">
                    <Id value={objectId} />
                  </Link>
                ) : (
                  <Id value={objectId} />
                )}
              </Cell>
              {!isCommon && <Cell giveWay={3}>{objectName || told.sub_mchid || <Unheld reason={t('noName')} />}</Cell>}
              <Cell part="state">
                {isOk ? (
                  <span className="state-word" data-tone="approved" data-standing="listed">
                    {t('listed', { place: place ?? 0 })}
                  </span>
                ) : (
                  <RowState standing={standing} />
                )}
              </Cell>
              <Cell giveWay={4}>
                {said !== null && <span>{said}</span>}
                {request?.code && (
                  <span className="text-ink-3">
                    {' '}
                    <span className="tabular-nums">{request.httpStatus}</span>{' '}
                    <span className="mono">{request.code}</span>
                  </span>
                )}
              </Cell>
              {!isDraft && (
                <>
                  <Cell giveWay={2}>
                    {request && <Timestamp at={request.settledAt ?? request.openedAt} zone={zone} show="time" />}
                  </Cell>
                  <Cell giveWay={3}>
                    {request && (
                      <Link className="link mono" href={paths.request(slug, request.id)} prefetch={false}>
                        {request.reference}
                      </Link>
                    )}
                  </Cell>
                  <Cell align="end" giveWay={1}>
                    {request?.tries}
                  </Cell>
                </>
              )}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
