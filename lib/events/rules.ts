import type { Permission } from '@/lib/auth/permissions';
import { mayDo } from '@/lib/auth/permissions';
import type { Topic } from './view';
import { topics } from './view';

/** The right that a topic's own pages ask for: without it nothing is told of the topic, not even that it moved. */
export const topicPermission: Record<Topic, Permission> = {
  requests: 'request:read',
  'sub-merchants': 'sub-merchant:read',
  applications: 'application:read',
  contracts: 'contract:read',
  batches: 'batch:read',
  deductions: 'deduction:read',
  notifications: 'notification:read',
  // They are opened by notifications.
  discrepancies: 'notification:read',
  approvals: 'approval:read',
  media: 'media:read',
  // Whether anything leaves at all concerns whoever may see what leaves.
  connections: 'request:read',
};

/** What a person with these permissions may follow. */
export const topicsFor = (held: readonly Permission[]): Topic[] =>
  topics.filter((topic) => mayDo(held, topicPermission[topic]));

const topicByKind = new Map<string, Topic>([
  ['sub-merchant', 'sub-merchants'],
  ['application', 'applications'],
  ['contract', 'contracts'],
  ['batch', 'batches'],
  ['deduction', 'deductions'],
  ['request', 'requests'],
]);

/** The topic of an object, by the kind under which requests, locks and audit name it; null where no page follows it. */
export const topicOfKind = (objectKind: string): Topic | null => topicByKind.get(objectKind) ?? null;
