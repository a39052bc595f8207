import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { Totals } from '@/lib/batches/rules';
import { decided, listLength, secondsLeft } from '@/lib/batches/rules';
import type { BatchDetail, BatchRowView } from '@/lib/batches/view';
import { countdown } from '@/lib/i18n/duration';
import { formatCount } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { WaitsInstead } from '../layout/sending-stop';
import { Facts } from '../ui/facts';
import { Notice } from '../ui/notice';
import { OutcomeLine } from '../ui/outcome-line';
import { BatchProgress } from './batch-progress';
import { standingLook } from './batch-state';

const parts = [
  ['accepted', 'accepted'],
  ['refused', 'refused'],
  ['unknown', 'unknown'],
  ['open', 'open'],
  ['leftOut', 'left-out'],
  ['notSent', 'not-sent'],
] as const satisfies readonly (readonly [keyof Totals, string])[];

/** How far a batch came: the bar, each count, the rate and the time that is left. */
export function BatchBoard({ batch }: { batch: BatchDetail }) {
  const t = useTranslations('batches');
  const { totals, state, rate } = batch;
  const left = countdown(secondsLeft(totals, { perMinute: rate }) * 1000, 0);
  return (
    <section className="batch-board" aria-label={t('board.label')}>
      <div className="batch-board-head">
        <b className="tabular-nums" data-part="decided">
          {t('board.decided', { decided: formatCount(decided(totals)), list: formatCount(listLength(totals)) })}
        </b>
        {state === 'running' && totals.notSent > 0 && (
          <span className="text-ink-2 tabular-nums">{t('board.left', { rate, left })}</span>
        )}
      </div>
      <BatchProgress totals={totals} />
      <ul>
        {parts.map(([part, standing]) => (
          <li key={part} data-part={part} data-tone={totals[part] > 0 ? standingLook(standing).tone : undefined}>
            <b className="tabular-nums">{formatCount(totals[part])}</b> {t(`standing.${standing}`)}
          </li>
        ))}
        <li data-part="sum">
          <b className="tabular-nums">{formatCount(listLength(totals))}</b> {t('board.sum')}
        </li>
      </ul>
    </section>
  );
}

/** The one row that left alone, big: what became of it decides whether the others go. */
export function CanaryCard({
  batch,
  row,
  slug,
  zone,
}: {
  batch: BatchDetail;
  row: BatchRowView | null;
  slug: string;
  zone: string;
}) {
  const t = useTranslations('batches.canary');
  if (row?.request == null) {
    return (
      <section className="batch-canary" aria-label={t('title')}>
        <h2 className="text-section">{t('title')}</h2>
        <p className="text-ink-2">{t('comes', { rest: batch.listCount - 1 })}</p>
      </section>
    );
  }
  const { request, standing } = row;
  return (
    <section className="batch-canary" aria-label={t('title')} data-standing={standing}>
      <h2 className="text-section">{t('title')}</h2>
      <p className="text-ink-2">
        <Id value={row.objectId} /> · {row.objectName} ·{' '}
        <Timestamp at={request.settledAt ?? request.openedAt} zone={zone} />
      </p>
      <OutcomeLine
        outcome={request.outcome}
        requestId={request.id}
        settled={request.wasUnknown}
        next={
          <Link className="button" href={paths.request(slug, request.id)} prefetch={false}>
            {t('open')}
          </Link>
        }
      />
      <p>{t(standing === 'open' || standing === 'unknown' ? 'waits' : 'look', { rest: batch.totals.notSent })}</p>
    </section>
  );
}

/** Why a batch stands where it stands, in a sentence; nothing where there is nothing to say. */
export function BatchNotices({
  batch,
  slug,
  zone,
  now,
}: {
  batch: BatchDetail;
  slug: string;
  zone: string;
  now: string;
}) {
  const t = useTranslations('batches.notice');
  const { state, pauseCause, pausedAt, resumedAt, nextAt, approval, pace, totals } = batch;
  const approvalLink = (id: string) => (
    <Link className="button" href={paths.approval(slug, id)} prefetch={false}>
      {t('openApproval')}
    </Link>
  );
  const isOver = approval !== null && ['declined', 'sent-back', 'withdrawn', 'void'].includes(approval.state);
  // A short wait between two rows is the pace; a long one is worth a word.
  const rests = state === 'running' && nextAt !== null && Date.parse(nextAt) - Date.parse(now) > 60_000;
  return (
    <>
      {state === 'awaiting-approval' && approval && (
        <Notice tone="review" icon="review" actions={approvalLink(approval.id)}>
          {t('awaits')}
        </Notice>
      )}
      {state === 'draft' && isOver && (
        <Notice tone="punished" icon="warning" actions={approvalLink(approval.id)}>
          {t(`ended.${approval.state}`)}
        </Notice>
      )}
      {state === 'paused' && pauseCause && (
        <Notice tone="punished" icon="pause" role="status">
          <b>{t(`paused.${pauseCause}.title`)}</b> {t(`paused.${pauseCause}.text`, { max: pace.equalErrorsMax })}{' '}
          {pausedAt && <Timestamp at={pausedAt} zone={zone} />}
        </Notice>
      )}
      {(state === 'canary' || state === 'running') && <WaitsInstead />}
      {rests && nextAt && (
        <Notice icon="clock">{t.rich('rests', { time: () => <Timestamp at={nextAt} zone={zone} /> })}</Notice>
      )}
      {resumedAt && state !== 'done' && state !== 'stopped' && (
        <Notice icon="refresh">{t.rich('resumed', { time: () => <Timestamp at={resumedAt} zone={zone} /> })}</Notice>
      )}
      {(state === 'done' || state === 'stopped') && totals.unknown > 0 && (
        <Notice tone="punished" icon="unknown">
          {t('undecided', { count: totals.unknown })}
        </Notice>
      )}
    </>
  );
}

/** What the list is, how fast it goes and who let it begin. */
export function BatchFacts({
  batch,
  zone,
  place,
}: {
  batch: BatchDetail;
  zone: string;
  place: { connection: string; environment: string };
}) {
  const t = useTranslations('batches');
  const { pace, sharedChanges } = batch;
  const tWords = useTranslations('changeWords.batch');
  const time = (at: string | null) => at && <Timestamp at={at} zone={zone} />;
  return (
    <Facts
      facts={[
        { term: t('fact.kind'), value: t(`kind.${batch.kind}.title`) },
        { term: t('fact.connection'), value: place.connection },
        { term: t('fact.environment'), value: <b>{place.environment}</b> },
        {
          term: t('fact.list'),
          value: t('fact.listOf', { list: formatCount(batch.listCount), source: formatCount(batch.sourceCount) }),
        },
        batch.owners.length > 0
          ? {
              term: t('fact.owners'),
              value: batch.owners.map(({ name, count }) => (
                <b key={name} className="block">
                  {name} ({formatCount(count)})
                </b>
              )),
            }
          : null,
        {
          term: t('fact.hash'),
          value: (
            <span className="mono break-all" translate="no" title={t('fact.hashHelp')}>
              {batch.listSha256}
            </span>
          ),
        },
        ...sharedChanges.map(({ path, to }) => ({ term: tWords.has(path) ? tWords(path) : path, value: to })),
        { term: t('fact.pace'), value: t('fact.perMinute', { count: pace.perMinute }) },
        { term: t('fact.pauses'), value: t('fact.equalErrors', { max: pace.equalErrorsMax }) },
        pace.hours && {
          term: t('fact.hours'),
          value: t('fact.hoursOf', { from: pace.hours.from, to: pace.hours.to, zone: pace.hours.zone }),
        },
        { term: t('fact.madeBy'), value: batch.madeBy },
        batch.approvedBy.length > 0 ? { term: t('fact.approvedBy'), value: batch.approvedBy.join(', ') } : null,
        { term: t('fact.made'), value: time(batch.createdAt) },
        batch.startedAt ? { term: t('fact.started'), value: time(batch.startedAt) } : null,
        batch.endedAt ? { term: t('fact.ended'), value: time(batch.endedAt) } : null,
      ]}
    />
  );
}
