// What becomes of a message: pure, from what it says and what is held. The inbox reads, asks here, and writes.
import type { Difference, DiscrepancyCause, HeldApplication, ToldApplication } from '@/lib/applications/news';
import { judgeNews } from '@/lib/applications/news';
import type { ContractFacts, HeldContract, ToldContract } from '@/lib/contracts/news';
import { judgeContract } from '@/lib/contracts/news';
import type { OrderFacts } from '@/lib/deductions/facts';
import type { HeldOrder, ToldOrder } from '@/lib/deductions/news';
import { judgeOrder } from '@/lib/deductions/news';
import type { Change } from '@/lib/requests/view';
import type { H5Facts } from '@/lib/sub-merchants/h5-news';
import { h5After } from '@/lib/sub-merchants/h5-news';
import type { Opened, QuarantineCause, UnknownCause, Unusable } from './message';
import { newsOf } from './message';
import type { DeliveryVerdict, NotificationState } from './view';

/** The row that a message of this id already has. */
export type HeldNotification = {
  id: string;
  state: NotificationState;
  contentSha256: string | null;
  bodySha256: string;
};

/** What is held of what the message speaks of; `subMerchant` null: nobody here has it. */
export type HeldFacts = {
  application: HeldApplication | null;
  subMerchant: H5Facts | null;
  contract?: HeldContract | null;
  order?: HeldOrder | null;
};

/** What a message does to the facts. */
export type Effect = {
  state: NotificationState;
  cause: QuarantineCause | UnknownCause | DiscrepancyCause | null;
  told: ToldApplication | null;
  /** The contract that it tells of, and its facts from now on where they change. */
  contract: { told: ToldContract; facts: ContractFacts | null } | null;
  /** The order that it tells of, and its facts from now on where they change; absent: it tells of none. */
  order?: { told: ToldOrder; facts: OrderFacts | null };
  /** The sub-merchant's facts from now on, when they change. */
  facts: H5Facts | null;
  changes: Change[];
  discrepancy: { cause: DiscrepancyCause; differences: Difference[] } | null;
};

const nothing = { told: null, contract: null, facts: null, changes: [], discrepancy: null };

/** The application that a message speaks of, by which what is held is found; null when it speaks of none. */
export function applicationOf(message: Opened | Unusable, rowId: string): ToldApplication | null {
  if (message.kind === 'unusable') return null;
  const news = newsOf(message, rowId);
  return news.kind === 'application' ? news.told : null;
}

/** The contract that a message speaks of; null when it speaks of none. */
export function contractOf(message: Opened | Unusable, rowId: string): ToldContract | null {
  if (message.kind === 'unusable') return null;
  const news = newsOf(message, rowId);
  return news.kind === 'contract' ? news.told : null;
}

/** The order that a message speaks of; null when it speaks of none. */
export function orderOf(message: Opened | Unusable, rowId: string): ToldOrder | null {
  if (message.kind === 'unusable') return null;
  const news = newsOf(message, rowId);
  return news.kind === 'order' ? news.told : null;
}

/** What a message does that is handled for the first time, or afresh because it could not be used before. */
export function effectOf(message: Opened | Unusable, rowId: string, held: HeldFacts): Effect {
  if (message.kind === 'unusable') return { ...nothing, state: 'quarantine', cause: message.cause };
  const news = newsOf(message, rowId);
  if (news.kind === 'unknown') return { ...nothing, state: 'unknown-type', cause: news.cause };
  if (news.kind === 'contract') return contractEffect(news.told, held.contract ?? null);
  if (news.kind === 'order') return orderEffect(news.told, held.order ?? null);
  const { told } = news;
  const { subMerchant, application } = held;
  const asked =
    subMerchant !== null && subMerchant.h5AskedAt !== null
      ? { domains: subMerchant.h5AskedDomains, at: subMerchant.h5AskedAt }
      : null;
  const verdict = judgeNews(told, application, asked);
  switch (verdict.kind) {
    case 'discrepancy': {
      const { cause, differences } = verdict;
      return { ...nothing, state: 'discrepancy', cause, told, discrepancy: { cause, differences } };
    }
    case 'older':
      return { ...nothing, state: 'older', cause: null, told };
    case 'same':
      return { ...nothing, state: 'applied', cause: null, told };
    case 'new':
    case 'newer':
      return { ...nothing, state: 'applied', cause: null, told, ...applied(told, application, subMerchant) };
  }
}

/** What the result of a deduction does: the order is paid, by the platform's own word. */
function orderEffect(told: ToldOrder, held: HeldOrder | null): Effect {
  const verdict = judgeOrder(told, held);
  const order = { told, facts: null };
  switch (verdict.kind) {
    case 'not-ours':
      return { ...nothing, state: 'unknown-type', cause: 'order', order };
    case 'discrepancy': {
      const cause = 'other-order';
      const { differences } = verdict;
      return { ...nothing, state: 'discrepancy', cause, order, discrepancy: { cause, differences } };
    }
    case 'older':
      return { ...nothing, state: 'older', cause: null, order };
    case 'same':
      return { ...nothing, state: 'applied', cause: null, order };
    case 'newer':
      return {
        ...nothing,
        state: 'applied',
        cause: null,
        order: { told, facts: verdict.facts },
        changes: verdict.changes,
        // The platform's word holds. That two people knew otherwise is for somebody to look into.
        discrepancy:
          verdict.contradicted.length > 0 ? { cause: 'contradicts-record', differences: verdict.contradicted } : null,
      };
  }
}

/** What a message of a contract does: the platform's word on who ended it, and a confirmation of what we know already. */
function contractEffect(told: ToldContract, held: HeldContract | null): Effect {
  const verdict = judgeContract(told, held, 'notification');
  const contract = { told, facts: null };
  switch (verdict.kind) {
    case 'discrepancy': {
      const cause = 'other-sub-merchant';
      const { differences } = verdict;
      return { ...nothing, state: 'discrepancy', cause, contract, discrepancy: { cause, differences } };
    }
    case 'older':
      return { ...nothing, state: 'older', cause: null, contract };
    case 'same':
      return { ...nothing, state: 'applied', cause: null, contract };
    case 'new':
    case 'newer':
    case 'confirmed':
      return {
        ...nothing,
        state: 'applied',
        cause: null,
        contract: { told, facts: verdict.facts },
        changes: verdict.changes,
      };
  }
}

/** The facts and changes when news is taken as it is: what applying does, and what taking theirs does. */
export function applied(
  told: ToldApplication,
  application: HeldApplication | null,
  subMerchant: H5Facts | null,
): Pick<Effect, 'facts' | 'changes'> {
  const moved: Change[] =
    application?.state === told.state
      ? []
      : [
          {
            path: 'applyment_state',
            kind: application === null ? 'added' : 'changed',
            from: application?.state ?? null,
            to: told.state,
          },
        ];
  if (subMerchant === null) return { facts: null, changes: moved };
  const after = h5After(subMerchant, told);
  return { facts: after.facts, changes: [...moved, ...after.changes] };
}

/**
 * What a message comes to whose id was handled before. The same one again is a repeat, sealed anew or not; another content
 * under its name is a discrepancy. Other bytes that do not open tell nothing yet, so the platform is to repeat them.
 */
export function judgeAgain(
  held: HeldNotification,
  message: Opened | Unusable,
  bodySha256: string,
): { verdict: DeliveryVerdict; cause: string | null } {
  if (message.kind === 'unusable') {
    return held.bodySha256 === bodySha256
      ? { verdict: 'repeat', cause: null }
      : { verdict: 'quarantine', cause: message.cause };
  }
  return held.contentSha256 === message.contentSha256
    ? { verdict: 'repeat', cause: null }
    : { verdict: 'discrepancy', cause: 'same-id-other-content' };
}
