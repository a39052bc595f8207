'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { discardBatchAction, lookAgainAction, steerBatchAction } from '@/lib/batches/actions';
import type { BatchAct } from '@/lib/batches/rules';
import { paths } from '@/lib/paths';
import type { Result } from '@/lib/result';
import { useKey } from '../layout/use-key';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import type { IconName } from '../ui/icon';
import { FaultNotice } from '../ui/notice';

type Steering = Exclude<BatchAct, 'begin'>;

const icons: Record<Steering, IconName> = {
  'go-on': 'play',
  pause: 'pause',
  resume: 'play',
  stop: 'stop',
  retry: 'refresh',
};

/** What is asked about before it is done: a stop cannot be taken back, and what goes on cannot either. */
const asks: readonly Steering[] = ['go-on', 'resume', 'stop', 'retry'];

type SteerButtonsProps = {
  /** Slug of the connection. */
  connection: string;
  batchId: string;
  name: string;
  acts: readonly Steering[];
  /** Rows that were not sent, left out, or of which nobody knows what became. */
  notSent: number;
  undecided: number;
};

/** Go on, pause, resume, stop, retry: those that are possible now. `p` pauses, as the rules allow. */
export function SteerButtons({ connection, batchId, name, acts, notSent, undecided }: SteerButtonsProps) {
  const t = useTranslations('batchTools.steer');
  const router = useRouter();
  const [asking, setAsking] = useState<Steering | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isPending, start] = useTransition();
  const run = (deed: Steering) =>
    start(async () => {
      setFault(null);
      const answer = await steerBatchAction({ connection, batchId, deed }).catch(() => null);
      setAsking(null);
      if (!answer?.ok) setFault(faultOf(answer));
      router.refresh();
    });
  const faultOf = (answer: Result<null> | null): string => {
    const refusal = answer?.ok === false ? answer.refusal : null;
    const rule = refusal?.kind === 'conflict' ? refusal.rule : (refusal?.kind ?? 'no-answer');
    return t.has(`refused.${rule}`) ? t(`refused.${rule}`) : t('refused.other');
  };
  useKey(({ key }) => {
    if (key !== 'p' || !acts.includes('pause') || isPending) return false;
    run('pause');
    return true;
  });
  const isFirst = (deed: Steering) => deed === 'go-on' || deed === 'resume' || deed === 'retry';
  return (
    <>
      {acts
        .toSorted((a, b) => Number(isFirst(a)) - Number(isFirst(b)))
        .map((deed) => (
          <Button
            key={deed}
            data-action={deed}
            variant={deed === 'stop' ? 'secondary' : isFirst(deed) ? 'primary' : 'secondary'}
            icon={icons[deed]}
            disabled={isPending}
            aria-keyshortcuts={deed === 'pause' ? 'p' : undefined}
            title={deed === 'pause' ? t('pauseKey') : undefined}
            onClick={() => (asks.includes(deed) ? setAsking(deed) : run(deed))}
          >
            {t(`${deed}.button`)}
          </Button>
        ))}
      {fault && (
        <div className="fixed inset-x-4 bottom-4 z-40 mx-auto max-w-120">
          <FaultNotice>{fault}</FaultNotice>
        </div>
      )}
      {asking && (
        <DeedDialog
          close={() => setAsking(null)}
          title={t(`${asking}.title`, { notSent, undecided })}
          cancel={t('cancel')}
          confirm={t(`${asking}.confirm`, { notSent, undecided })}
          isDangerous={asking === 'stop' || asking === 'go-on' || asking === 'resume'}
          isPending={isPending}
          does={() => run(asking)}
        >
          <p>{t(`${asking}.explain`, { name, notSent, undecided })}</p>
        </DeedDialog>
      )}
    </>
  );
}

type DraftButtonsProps = { connection: string; batchId: string };

/** Of a draft: look at the rows again, throw it away. */
export function DraftButtons({ connection, batchId }: DraftButtonsProps) {
  const t = useTranslations('batchTools.draft');
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [isPending, start] = useTransition();
  const look = () =>
    start(async () => {
      const answer = await lookAgainAction({ connection, batchId }).catch(() => null);
      setFailed(!answer?.ok);
      router.refresh();
    });
  const discard = () =>
    start(async () => {
      const answer = await discardBatchAction({ connection, batchId }).catch(() => null);
      setAsking(false);
      if (answer?.ok) router.push(paths.batches(connection));
      else setFailed(true);
    });
  return (
    <>
      <Button data-action="discard" variant="ghost" disabled={isPending} onClick={() => setAsking(true)}>
        {t('discard')}
      </Button>
      <Button data-action="look-again" icon="refresh" disabled={isPending} pending={isPending} onClick={look}>
        {t('look')}
      </Button>
      {hasFailed && (
        <div className="fixed inset-x-4 bottom-4 z-40 mx-auto max-w-120">
          <FaultNotice>{t('failed')}</FaultNotice>
        </div>
      )}
      <DeedDialog
        open={isAsking}
        close={() => setAsking(false)}
        title={t('title')}
        cancel={t('cancel')}
        confirm={t('confirm')}
        isDangerous
        isPending={isPending}
        does={discard}
      >
        <p>{t('explain')}</p>
      </DeedDialog>
    </>
  );
}
