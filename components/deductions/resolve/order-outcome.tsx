import { getTranslations } from 'next-intl/server';
import { ChangeWaits } from '@/components/approvals/change-waits';
import { Timestamp } from '@/components/data/timestamp';
import { ClientWords } from '@/components/layout/client-words';
import { OwnerControl } from '@/components/ownership/owner-control';
import { LiveOutcome } from '@/components/requests/live-outcome';
import { liveOutcomeSpaces } from '@/components/requests/outcome-spaces';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import { listPending } from '@/lib/approvals/list';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { DEDUCTION } from '@/lib/deductions/keep';
import type { DeductionDetail } from '@/lib/deductions/view';
import { findOwnership, listCandidates } from '@/lib/ownership/queries';
import { mayOwn } from '@/lib/ownership/rules';
import { paths } from '@/lib/paths';
import { amountText } from '@/lib/platform/wire/currency';
import { getRequestDetail } from '@/lib/requests/queries';
import { requestStatus } from '@/lib/requests/view';
import { QueryOrder } from './query-order';
import { ReleaseContract } from './release-contract';
import { ResolveWizard } from './resolve-wizard';
import { WaitingTime } from './waiting-time';

/**
 * Where an order stands and what can be done about it (screens 15, Result): paid, in progress and watched, refused with
 * whoever must act, or unknown with what resolves it. Needs `QueryProvider` above it.
 */
export async function OrderOutcome({ context, staff, account, order }: Guarded & { order: DeductionDetail }) {
  const { db } = context;
  const { id: connectionId, slug, mchid, mode, readsEnabled } = account.connection;
  const zone = staff.timeZone;
  const now = context.now().toISOString();
  const may = {
    charge: mayDo(staff.roles, 'deduction:charge'),
    settle: mayDo(staff.roles, 'request:settle'),
    own: mayOwn(staff.roles),
  };
  const isUnknown = order.standing === 'unknown';
  const [t, request, waiting, waitingRequest, held, candidates] = await Promise.all([
    getTranslations('resolve'),
    order.requestId === null ? null : getRequestDetail(context, account, order.requestId),
    mayDo(staff.roles, 'approval:read') ? listPending(db, connectionId, DEDUCTION, [order.outTradeNo]) : [],
    mayDo(staff.roles, 'approval:read') && order.requestId !== null
      ? listPending(db, connectionId, 'request', [order.requestId])
      : [],
    isUnknown && order.requestId !== null ? findOwnership(db, connectionId, 'request', order.requestId) : null,
    isUnknown && may.own ? listCandidates(db) : [],
  ]);
  const amount = amountText(order.total, order.currency);
  const mayQuery = readsEnabled && mode === 'institutional';
  const isOpen = order.finalAt === null && order.sendings > 0;
  const mayRelease = isOpen && order.releasedAt === null && may.charge && waiting.length === 0;
  return (
    <div className="grid gap-3" data-standing={order.standing} data-part="order-outcome">
      <ChangeWaits slug={slug} zone={zone} waiting={waiting} object={{ kind: DEDUCTION, name: amount }} />
      {request && (
        <ChangeWaits slug={slug} zone={zone} waiting={waitingRequest} object={{ kind: 'request', name: amount }} />
      )}
      <ClientWords
        spaces={[...liveOutcomeSpaces, ...['form', 'asking', 'stepUp', 'settleByHand', 'resolve', 'ownerDialog']]}
      >
        <Standing order={order} slug={slug} zone={zone} now={now} mayCharge={may.charge} mayQuery={mayQuery} />
        {request && (
          <LiveOutcome
            key={request.id}
            connection={slug}
            initial={requestStatus.parse(request)}
            zone={zone}
            now={now}
            mayEdit={may.charge && !isUnknown}
          />
        )}
        {isUnknown && request && (may.charge || may.settle) && (
          <ResolveWizard
            connection={slug}
            order={order}
            request={request}
            sender={{ mchid }}
            mayQuery={mayQuery}
            isRecording={waitingRequest.length > 0}
            zone={zone}
            now={now}
            owner={
              held && (
                <OwnerControl
                  slug={slug}
                  object={{ kind: 'request', id: request.id, name: amount }}
                  held={held}
                  reader={staff}
                  candidates={candidates}
                  now={context.now()}
                />
              )
            }
          />
        )}
        {isOpen && (
          <div className="text-table flex flex-wrap items-center gap-3" data-part="holds">
            {order.releasedAt === null ? (
              <span className="text-ink-2">{t('holds')}</span>
            ) : (
              <span className="text-ink-2">
                {t.rich('released', { time: () => <Timestamp at={order.releasedAt ?? ''} zone={zone} /> })}
              </span>
            )}
            {mayRelease && (
              <ReleaseContract
                connection={slug}
                outTradeNo={order.outTradeNo}
                contractId={order.contractId}
                amount={amount}
              />
            )}
          </div>
        )}
      </ClientWords>
    </div>
  );
}

type StandingProps = {
  order: DeductionDetail;
  slug: string;
  zone: string;
  now: string;
  mayCharge: boolean;
  mayQuery: boolean;
};

/** What is to be said of the payer's money, beside what became of the request. */
async function Standing({ order, slug, zone, now, mayCharge, mayQuery }: StandingProps) {
  const t = await getTranslations('resolve.standing');
  const { standing, outTradeNo, tradeState } = order;
  const amount = amountText(order.total, order.currency);
  const chain = order.replacedBy !== null && (
    <ButtonLink size="small" href={paths.deduction(slug, order.replacedBy)}>
      {t('openNext')}
    </ButtonLink>
  );
  const next = mayCharge && order.mayReplace && (
    <ButtonLink
      size="small"
      variant="primary"
      data-action="new-order"
      href={paths.newDeduction(slug, { order: outTradeNo, as: 'new' })}
    >
      {t('newOrder')}
    </ButtonLink>
  );
  switch (standing) {
    case 'paid':
      return (
        <Notice tone="approved" icon="check">
          <b>{t(tradeState === 'REFUND' ? 'refund' : 'paid', { amount })}</b>{' '}
          {order.tradeStateHow === 'inferred' && t('inferred')}
          {order.tradeStateHow === 'staff' && t('byStaff')}
          {order.successTime !== null && <Timestamp at={order.successTime} zone={zone} />}
        </Notice>
      );
    case 'in-progress':
      return (
        <Notice tone="review" icon="clock">
          <div className="grid gap-1">
            <b>{t(`progress.${tradeState === 'USERPAYING' || tradeState === 'NOTPAY' ? tradeState : 'other'}`)}</b>
            <span>{t('progress.never')}</span>
            <WaitingTime
              since={order.requests[0]?.openedAt ?? order.createdAt}
              nextAt={mayQuery ? order.nextQueryAt : null}
              now={now}
            />
            <span className="text-ink-2">
              {mayQuery
                ? t.rich('progress.until', { time: () => <Timestamp at={order.watchedUntil} zone={zone} /> })
                : t('progress.notification')}
            </span>
            {mayCharge && mayQuery && <QueryOrder connection={slug} outTradeNo={outTradeNo} />}
          </div>
        </Notice>
      );
    case 'not-paid':
      // A refusal says by itself what it means and what to do.
      if (tradeState === null)
        return chain ? (
          <Notice icon="arrow" actions={chain}>
            {t('replaced')}
          </Notice>
        ) : null;
      return (
        <Notice tone="rejected" icon="rejected" actions={chain || next}>
          <b>{t(tradeState === 'PAYERROR' ? 'payError' : 'closed')}</b> {t('notCharged')}
        </Notice>
      );
    case 'not-sent':
      return (
        <Notice
          icon="note"
          actions={
            mayCharge && (
              <ButtonLink size="small" href={paths.newDeduction(slug, { contract: order.contractId })}>
                {t('openForm')}
              </ButtonLink>
            )
          }
        >
          {t('notSent')}
        </Notice>
      );
    case 'number-taken':
      return (
        <Notice tone="punished" icon="warning" actions={chain || undefined}>
          {t('numberTaken')}
        </Notice>
      );
    case 'sending':
    case 'unknown':
      return null;
  }
}
