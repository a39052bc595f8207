// What the institution, or the common merchant, is told of a contract: at the address of its template.
import type { ContractEvent } from '../platform/wire/notification';
import type { HeldContract } from './contracts';
import { contractContent } from './notification-content';
import type { Outbox } from './outbox';
import { enqueue, properManner } from './outbox';

/** Puts the news of a contract into the outbox, in the manner that a tester armed for what comes next. */
export function tellOfContract(outbox: Outbox, contract: HeldContract, event: ContractEvent, now: Date) {
  const manner = outbox.notify.next.shift() ?? properManner;
  enqueue(outbox, { content: contractContent(contract, event, now, { fault: manner.fault }), manner }, now);
}
