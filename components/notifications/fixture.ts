import type { DeliveryView, NotificationDetail } from '@/lib/notifications/view';

/** One delivery as a test writes it down: headers without the signature, the masked content, the envelope around it. */
export function fixtureOf(
  { envelope, content }: Pick<NotificationDetail, 'envelope' | 'content'>,
  delivery: DeliveryView,
): string {
  const { verdict, cause } = delivery;
  const headers = {
    timestamp: String(Math.floor(Date.parse(delivery.signedAt) / 1000)),
    nonce: delivery.nonce,
    serial: delivery.serial,
  };
  return JSON.stringify(
    { cameTo: cause === null ? verdict : `${verdict} (${cause})`, headers, envelope, content },
    null,
    2,
  );
}
