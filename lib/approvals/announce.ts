import 'server-only';
import type { Approval } from '@/lib/db/generated/client';
import { topicOfKind } from '@/lib/events/rules';
import type { ApprovalContext } from './deed';

/** Tells screens of what was asked for from a draft that it is another one now, or gone: what they offer no longer stands. */
export async function announceApprovalsOf(
  context: Pick<ApprovalContext, 'db' | 'publish' | 'connections'>,
  draftId: string,
): Promise<void> {
  const rows = await context.db.approval.findMany({ where: { draftId, state: { in: ['pending', 'approved'] } } });
  for (const row of rows) announceApproval(context, row);
}

/** Tells screens that an approval moved, and the object that it is about with it. Call it after the commit. */
export function announceApproval(
  { publish, connections }: Pick<ApprovalContext, 'publish' | 'connections'>,
  { id, connectionId, objectKind, objectId }: Pick<Approval, 'id' | 'connectionId' | 'objectKind' | 'objectId'>,
): void {
  const topic = topicOfKind(objectKind);
  // What belongs to no connection is seen under each.
  for (const to of connectionId === null ? connections() : [connectionId]) {
    publish(to, 'approvals', [id]);
    if (topic !== null) publish(to, topic, [objectId]);
  }
}
