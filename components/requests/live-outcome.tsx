'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { countdown } from '@/lib/i18n/duration';
import { formatTimestamp } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { requestStatusQuery } from '@/lib/requests/query-options';
import { canRepeat, isSettledBeside, waitsForPerson } from '@/lib/requests/rules';
import type { RequestStatus } from '@/lib/requests/view';
import { isOpen } from '@/lib/requests/view';
import type { Sent } from '@/lib/result';
import { CopyButton } from '../data/copy-button';
import { useSendingStop } from '../layout/sending-stop';
import { useLive } from '../live/use-live';
import { Notice } from '../ui/notice';
import { OutcomeBand, OutcomeLine } from '../ui/outcome-line';
import { H5OutcomeLine } from './h5-outcome-line';
import { OutcomeMeaning, useMeaning } from './outcome-meaning';
import { RepeatButton } from './repeat-button';
import { useClock } from './use-clock';

type LiveOutcomeProps = {
  /** Slug of the connection. */
  connection: string;
  /** Where it stands now, or what an action just answered. */
  initial: RequestStatus | Sent;
  /** The reader's zone (IANA name). */
  zone: string;
  /** The server's reading of the clock, ISO; leave it out after an action. */
  now?: string;
  /** Whether the person may repeat and edit; the server decides anyway. */
  mayEdit?: boolean;
  /** Called once when the outcome is settled while this is on screen. */
  onSettled?: (status: RequestStatus) => void;
  /** Inside the form: puts the cursor into the field that the platform named. */
  onFixField?: (path: string) => void;
  /** On the page of an order: the contract that it charges. */
  contractId?: string;
  /** On the page of the request itself, where a link to it leads nowhere; the page follows each new try. */
  isInspected?: boolean;
};

/**
 * The outcome of one request, asked again until it is settled, at once when an event says so: where it stands, what that
 * means now, what comes next.
 * Needs `QueryProvider` and `ClientWords` with `liveOutcomeSpaces` above it.
 */
export function LiveOutcome(props: LiveOutcomeProps) {
  const {
    connection,
    initial,
    zone,
    now,
    mayEdit = true,
    onSettled,
    onFixField,
    contractId,
    isInspected = false,
  } = props;
  const t = useTranslations('liveOutcome');
  const isStatus = 'id' in initial;
  const id = isStatus ? initial.id : initial.requestId;
  const {
    data: status,
    isError,
    refetch,
  } = useQuery(requestStatusQuery(connection, id, isStatus ? initial : undefined));
  const outcome = status?.outcome ?? initial.outcome;
  // What the platform said last is not what settled it.
  const isSettledOtherwise = isSettledBeside(status?.settledHow ?? null);
  useLive(connection, isOpen(outcome) ? ['requests'] : [], (event) => {
    if (event.kind === 'resync' || event.ids.length === 0 || event.ids.includes(id)) void refetch();
  });
  const wasOpen = useRef(isOpen(initial.outcome));
  useEffect(() => {
    if (!status || isOpen(status.outcome) || !wasOpen.current) return;
    wasOpen.current = false;
    onSettled?.(status);
  }, [status, onSettled]);

  // What the server rendered around the line (lock, tries, record) follows when something happened.
  const router = useRouter();
  const seen = useRef(isStatus ? stageOf(initial) : null);
  useEffect(() => {
    const stage = status && stageOf(status);
    if (!stage || stage === seen.current) return;
    if (seen.current !== null) router.refresh();
    seen.current = stage;
  }, [status, router]);

  return (
    <section className="grid gap-2" aria-label={t('region', { reference: initial.reference })} data-part="live-outcome">
      {status ? (
        <Lines connection={connection} status={status} zone={zone} now={now} mayEdit={mayEdit} />
      ) : (
        <OutcomeLine outcome={outcome} requestId={id} />
      )}
      {status && outcome !== 'accepted' && outcome !== 'sending' && !isSettledOtherwise && (
        <OutcomeMeaning
          connection={connection}
          status={status}
          mayEdit={mayEdit}
          contractId={contractId}
          onFixField={onFixField}
        />
      )}
      {isError && isOpen(outcome) && (
        <Notice icon="warning" role="alert">
          {t('stale')}
        </Notice>
      )}
      <p className="text-ink-3 text-small flex flex-wrap items-center gap-x-3">
        <span>
          {t('reference')} <span className="mono text-ink-2">{initial.reference}</span>{' '}
          <CopyButton value={initial.reference} label={t('copy')} done={t('copied')} />
        </span>
        {!isInspected && (
          <Link className="link" href={paths.request(connection, id)} prefetch={false}>
            {t('open')}
          </Link>
        )}
      </p>
    </section>
  );
}

/** What changes when something happened to the request. */
const stageOf = (status: RequestStatus) => `${status.outcome} ${status.tries} ${waitsForPerson(status)}`;

/** What an acceptance did: a record is replaced, an answer is with the reviewer, a contract has ended. */
const acceptedWords = ({ objectKind }: RequestStatus) =>
  objectKind === 'contract' || objectKind === 'application' || objectKind === 'deduction'
    ? (`accepted.${objectKind}` as const)
    : 'accepted.sentence';

/** An error to a repeat that implies that the first try was taken is no acceptance of the repeat. */
const howSettled = ({ settledHow, httpStatus }: RequestStatus) =>
  settledHow === 'repeat' && httpStatus !== null && httpStatus >= 400 ? 'error' : (settledHow ?? 'answer');

type LinesProps = {
  connection: string;
  status: RequestStatus;
  zone: string;
  now: string | undefined;
  mayEdit: boolean;
};

function Lines({ connection, status, zone, now, mayEdit }: LinesProps): ReactNode {
  const t = useTranslations('liveOutcome');
  const meaningOf = useMeaning();
  const clock = useClock(now, isOpen(status.outcome));
  const stopped = useSendingStop();
  const meaning = status.meaning === null ? null : meaningOf(status.meaning, status.outcome === 'unknown').title;
  const settledAt = status.settledAt === null ? null : formatTimestamp(new Date(status.settledAt), zone);
  const line = { requestId: status.id, outcome: status.outcome, settled: status.wasUnknown };
  const isCharge = status.objectKind === 'deduction';
  const repeat =
    mayEdit && canRepeat(status) ? <RepeatButton connection={connection} status={status} zone={zone} /> : undefined;

  switch (status.outcome) {
    case 'accepted':
      return (
        <>
          <OutcomeLine
            {...line}
            lead={status.wasUnknown ? t('accepted.settled') : t('accepted.lead')}
            clock={settledAt}
          >
            {status.wasUnknown ? t(`how.${howSettled(status)}`) : t(acceptedWords(status))}
          </OutcomeLine>
          {status.askedForH5 && <H5OutcomeLine connection={connection} status={status} mayEdit={mayEdit} />}
        </>
      );
    case 'refused':
      return (
        <OutcomeLine
          {...line}
          lead={t(
            `refused.${status.wasUnknown ? 'settled' : status.settledHow === 'never-taken' ? 'neverTaken' : 'lead'}`,
          )}
          clock={settledAt}
        >
          {isSettledBeside(status.settledHow)
            ? t(`how.${status.settledHow}`)
            : t('refused.sentence', { meaning: meaning ?? '' })}
        </OutcomeLine>
      );
    case 'sending':
      return (
        <OutcomeLine {...line} clock={<SendingClock status={status} nowMs={clock} />}>
          {status.wasUnknown ? t('sending.again') : t('sending.first')}
        </OutcomeLine>
      );
    case 'waiting':
    case 'not-sent':
      if (waitsForPerson(status)) {
        return (
          <OutcomeLine {...line} lead={t('waiting.forPerson')}>
            {t('waiting.forPersonSentence')}
          </OutcomeLine>
        );
      }
      return (
        <OutcomeLine
          {...line}
          clock={stopped === null && <NextClock status={status} nowMs={clock} zone={zone} />}
          next={status.nextTryAt === null || stopped !== null ? undefined : repeat}
        >
          {stopped ?? (meaning === null ? t('waiting.sentence') : t('waiting.because', { meaning }))}
        </OutcomeLine>
      );
    case 'unknown':
      return (
        <OutcomeBand>
          <OutcomeLine
            {...line}
            lead={t('unknown.lead')}
            clock={isCharge || stopped !== null ? undefined : <NextClock status={status} nowMs={clock} zone={zone} />}
            next={repeat}
          >
            {t(
              isCharge
                ? 'unknown.charge'
                : status.needsPersonSince === null
                  ? 'unknown.repeats'
                  : 'unknown.needsPerson',
              { tries: status.tries },
            )}
          </OutcomeLine>
          {status.askedForH5 && (
            <OutcomeLine {...line} lead={t('unknown.h5Lead')}>
              {t('unknown.h5Sentence')}
            </OutcomeLine>
          )}
        </OutcomeBand>
      );
  }
}

/** "Sent 4 s ago, waiting up to 30 s". Not read out each second: the line itself is announced when it changes. */
function SendingClock({ status, nowMs }: { status: RequestStatus; nowMs: number }) {
  const t = useTranslations('liveOutcome.sending');
  const since = Date.parse(status.lastTryStartedAt ?? status.openedAt);
  const age = Math.max(0, Math.floor((nowMs - since) / 1000));
  const limit = Math.round(status.timeoutMs / 1000);
  return (
    <span role="timer" aria-live="off">
      {age <= limit ? t('clock', { age, limit }) : t('late', { age, limit })}
    </span>
  );
}

function NextClock({ status, nowMs, zone }: { status: RequestStatus; nowMs: number; zone: string }) {
  const t = useTranslations('liveOutcome.next');
  if (status.needsPersonSince !== null)
    return t('ended', { time: formatTimestamp(new Date(status.needsPersonSince), zone) });
  if (status.nextTryAt === null) return t('queue');
  const until = Date.parse(status.nextTryAt);
  return (
    <span role="timer" aria-live="off" title={formatTimestamp(new Date(status.nextTryAt), zone)}>
      {until <= nowMs ? t('now') : t('in', { left: countdown(until, nowMs) })}
    </span>
  );
}
