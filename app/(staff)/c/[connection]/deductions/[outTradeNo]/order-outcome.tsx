import { getTranslations } from 'next-intl/server';
import { ChangeWaits } from '@/components/approvals/change-waits';
import { Timestamp } from '@/components/data/timestamp';
import { RecordOrder } from '@/components/deductions/resolve/record-order';
import { ReleaseContract } from '@/components/deductions/resolve/release-contract';
import { ResolveWizard } from '@/components/deductions/resolve/resolve-wizard';
import { StandingNotice } from '@/components/deductions/resolve/standing-notice';
import { ClientWords } from '@/components/layout/client-words';
import { OwnerControl } from '@/components/ownership/owner-control';
import { LiveOutcome } from '@/components/requests/live-outcome';
import { liveOutcomeSpaces } from '@/components/requests/outcome-spaces';
import { listPending } from '@/lib/approvals/list';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { DEDUCTION } from '@/lib/deductions/keep';
import type { DeductionDetail } from '@/lib/deductions/view';
import { localMinute } from '@/lib/i18n/day';
import { findOwnership, listCandidates } from '@/lib/ownership/queries';
import { mayOwn } from '@/lib/ownership/rules';
import { amountText } from '@/lib/platform/wire/currency';
import { getRequestDetail } from '@/lib/requests/queries';
import { requestStatus } from '@/lib/requests/view';

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
    charge: mayDo(staff.permissions, 'deduction:charge'),
    settle: mayDo(staff.permissions, 'request:settle'),
    own: mayOwn(staff.permissions, 'request'),
  };
  const isUnknown = order.standing === 'unknown';
  const [t, request, waiting, waitingRequest, held, candidates] = await Promise.all([
    getTranslations('resolve'),
    order.requestId === null ? null : getRequestDetail(context, account, order.requestId),
    mayDo(staff.permissions, 'approval:read') ? listPending(context, connectionId, DEDUCTION, [order.outTradeNo]) : [],
    mayDo(staff.permissions, 'approval:read') && order.requestId !== null
      ? listPending(context, connectionId, 'request', [order.requestId])
      : [],
    isUnknown && order.requestId !== null ? findOwnership(db, connectionId, 'request', order.requestId) : null,
    isUnknown && may.own ? listCandidates(db, connectionId, 'request') : [],
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
        <StandingNotice
          order={order}
          slug={slug}
          zone={zone}
          now={now}
          mayCharge={may.charge && (order.standing !== 'not-sent' || order.staffId === staff.id)}
          mayQuery={mayQuery}
        />
        {request && (
          <LiveOutcome
            key={request.id}
            connection={slug}
            initial={requestStatus.parse(request)}
            zone={zone}
            now={now}
            mayEdit={may.charge && !isUnknown}
            contractId={order.contractId}
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
            {order.standing === 'in-progress' && may.charge && waiting.length === 0 && (
              <RecordOrder
                connection={slug}
                outTradeNo={order.outTradeNo}
                amount={amount}
                zone={zone}
                nowLocal={localMinute(context.now(), zone)}
              />
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
