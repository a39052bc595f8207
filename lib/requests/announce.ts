import 'server-only';
import type { PlatformRequest } from '@/lib/db/generated/client';
import { topicOfKind } from '@/lib/events/rules';
import type { SendingContext } from './operation';

/** Tells screens that a request moved, and the object that it is about with it. Call it after the commit. */
export function announce(
  { publish }: Pick<SendingContext, 'publish'>,
  { id, connectionId, objectKind, objectId }: Pick<PlatformRequest, 'id' | 'connectionId' | 'objectKind' | 'objectId'>,
): void {
  publish(connectionId, 'requests', [id]);
  const topic = topicOfKind(objectKind);
  if (topic !== null) publish(connectionId, topic, [objectId]);
}
