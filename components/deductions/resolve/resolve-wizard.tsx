import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CopyButton } from '@/components/data/copy-button';
import { RepeatButton } from '@/components/requests/repeat-button';
import { SettleByHand } from '@/components/requests/settle-by-hand';
import { Notice } from '@/components/ui/notice';
import { tailOf } from '@/lib/contracts/rules';
import type { DeductionDetail } from '@/lib/deductions/view';
import { amountText } from '@/lib/platform/wire/currency';
import { canRepeat } from '@/lib/requests/rules';
import type { RequestDetail } from '@/lib/requests/view';
import { requestStatus } from '@/lib/requests/view';
import { QueryOrder } from './query-order';
import { WaitingTime } from './waiting-time';

type ResolveWizardProps = {
  connection: string;
  order: DeductionDetail;
  request: RequestDetail;
  /** Our numbers, as a letter to the platform names them. */
  sender: { mchid: string };
  /** Whether the platform can be asked for the order, and whether somebody records evidence already. */
  mayQuery: boolean;
  isRecording: boolean;
  zone: string;
  now: string;
  /** Who looks after it, and when next: what an order that stays unknown has. */
  owner: ReactNode;
};

/**
 * What can be done about an order that nobody knows the outcome of (features row 44), gentlest first. It ends in one of
 * three: it happened, it did not, or it is unknown still, with an owner and a date.
 */
export function ResolveWizard({
  connection,
  order,
  request,
  sender,
  mayQuery,
  isRecording,
  ...reader
}: ResolveWizardProps) {
  const t = useTranslations('resolve');
  const { zone, now } = reader;
  const status = requestStatus.parse(request);
  const letter = useLetter(order, request, sender);
  return (
    <section
      className="rounded-3 border-line grid gap-4 border p-4"
      aria-labelledby="resolve-title"
      data-part="resolve"
    >
      <div className="grid gap-2">
        <h2 id="resolve-title" className="text-section">
          {t('title')}
        </h2>
        <Notice tone="rejected" icon="warning">
          <b>{t('never')}</b> {t('neverWhy')}
        </Notice>
      </div>
      <ol className="grid gap-4">
        <Step n={1} title={t('wait.title')} text={t('wait.text')}>
          <WaitingTime since={request.openedAt} nextAt={mayQuery ? order.nextQueryAt : null} now={now} />
        </Step>
        <Step n={2} title={t('retry.title')} text={t('retry.text')}>
          <dl className="text-small text-ink-2 grid gap-1">
            <div>
              <dt className="mono inline">ORDERPAID</dt> <dd className="inline">{t('retry.paid')}</dd>
            </div>
            <div>
              <dt className="mono inline">ALREADY_EXISTS</dt> <dd className="inline">{t('retry.exists')}</dd>
            </div>
          </dl>
          {canRepeat(status) ? (
            <div className="justify-self-start">
              <RepeatButton connection={connection} status={status} zone={zone} />
            </div>
          ) : (
            <span className="text-ink-3">{t('retry.notNow')}</span>
          )}
        </Step>
        <Step n={3} title={t('query.title')} text={t(mayQuery ? 'query.text' : 'query.off')}>
          {mayQuery && <QueryOrder connection={connection} outTradeNo={order.outTradeNo} />}
        </Step>
        <Step n={4} title={t('ask.title')} text={t('ask.text')}>
          <pre className="code-block max-w-full whitespace-pre-wrap" data-part="letter">
            {letter}
          </pre>
          <span>
            <CopyButton value={letter} label={t('ask.copy')} done={t('ask.copied')} />
          </span>
        </Step>
        <Step n={5} title={t('evidence.title')} text={t('evidence.text')}>
          {isRecording && <span className="text-ink-3">{t('evidence.waits')}</span>}
          <div className="grid justify-items-start gap-2 empty:hidden">
            <SettleByHand
              connection={connection}
              status={status}
              isOffered={request.outcome === 'unknown' && !isRecording}
            />
          </div>
        </Step>
        <Step n={6} title={t('still.title')} text={t('still.text')}>
          {reader.owner}
        </Step>
      </ol>
    </section>
  );
}

function Step({ n, title, text, children }: { n: number; title: string; text: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.75rem_1fr] gap-x-2" data-step={n}>
      <span className="text-ink-3 tabular-nums">{n}</span>
      <div className="grid min-w-0 gap-2">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-ink-2">{text}</p>
        {children}
      </div>
    </li>
  );
}

/** What the platform's support needs to find the order, and nothing of the payer. */
function useLetter(order: DeductionDetail, request: RequestDetail, { mchid }: { mchid: string }): string {
  const t = useTranslations('resolve.letter');
  const tries = request.attempts.map(({ startedAt, platformRequestId }) =>
    t('try', { time: startedAt, id: platformRequestId ?? t('noId') }),
  );
  return [
    t('greeting'),
    t('ask'),
    '',
    `mchid: ${mchid}`,
    order.subMchid === '' ? null : `sub_mchid: ${order.subMchid}`,
    `out_trade_no: ${order.outTradeNo}`,
    t('contract', { tail: tailOf(order.contractId) }),
    t('amount', { amount: amountText(order.total, order.currency), minor: order.total }),
    ...tries,
    '',
    t('questions'),
  ]
    .filter((line) => line !== null)
    .join('\n');
}
