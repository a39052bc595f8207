import type { DeliveryView, NotificationDetail } from '@/lib/notifications/view';

/** A notification as a test writes it down: headers without the signature, the masked content, the envelope around it. */
export function fixtureOf({ envelope, content, state, cause }: NotificationDetail, delivery: DeliveryView): string {
  const headers = {
    timestamp: String(Math.floor(Date.parse(delivery.signedAt) / 1000)),
    nonce: delivery.nonce,
    serial: delivery.serial,
  };
  return JSON.stringify(
    { cameTo: cause === null ? state : `${state} (${cause})`, headers, envelope, content },
    null,
    2,
  );
}
