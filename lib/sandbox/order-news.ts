// What is told of an order that was paid: at the address that its charge named (4.4 notify_url).
import { deductionEvent } from '../platform/wire/notification';
import { orderContent } from './notification-content';
import type { HeldOrder } from './orders';
import type { Outbox } from './outbox';
import { enqueue, properManner } from './outbox';

/** Puts the result of an order into the outbox, in the manner that a tester armed for what comes next. */
export function tellOfOrder(outbox: Outbox, order: HeldOrder, now: Date) {
  const manner = outbox.notify.next.shift() ?? properManner;
  enqueue(outbox, { content: orderContent(order, deductionEvent, { fault: manner.fault }), manner }, now);
}
