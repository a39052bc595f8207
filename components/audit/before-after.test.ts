import { expect, it } from 'vitest';
import type { AuditEvent } from '@/lib/audit/events';
import { beforeAfter } from './before-after';

const shown = (event: AuditEvent) =>
  beforeAfter({ event, actorName: 'Ann' })?.changes.map(({ path, from, to }) => [path, from, to]) ?? null;

it.each<[string, AuditEvent, ReturnType<typeof shown>]>([
  [
    'roles, as a list that words are found for',
    { action: 'staff.roles-changed', from: ['support'], to: ['support', 'checker'], approvalId: '1' },
    [['staff.roles', 'support', 'support, checker']],
  ],
  [
    'a suspension',
    { action: 'staff.suspended', from: 'active', to: 'suspended' },
    [['staff.standing', 'active', 'suspended']],
  ],
  ['a suspension of which nobody wrote down what was before', { action: 'staff.suspended' }, null],
  ['a stop of all sending', { action: 'connection.stopped', waiting: 2 }, [['sending', 'goes-on', 'stopped']]],
  [
    'that it goes on',
    { action: 'connection.gone-on', approvalId: null, stoppedAt: '2026-03-01T00:00:00.000Z', waiting: 0 },
    [['sending', 'stopped', 'goes-on']],
  ],
  [
    'an owner where there was nobody, by whoever took it',
    { action: 'owner.taken', from: null, nextDate: null },
    [['owner', '~nobody', 'Ann']],
  ],
  [
    'what was handed back, and another date',
    { action: 'owner.handed-back', from: 'Ben', nextDate: null, dateBefore: '2026-12-02' },
    [
      ['owner', 'Ben', '~nobody'],
      ['nextDate', '2026-12-02', null],
    ],
  ],
  [
    'a limit that is lifted',
    { action: 'staff.limit-changed', from: 'main', to: null, approvalId: null },
    [['staff.limit', 'main', '~all']],
  ],
  ['nothing of what changes nothing', { action: 'staff.signed-out' }, null],
])('before and after: %s', (_, event, changes) => {
  expect(shown(event)).toEqual(changes);
});
