import { describe, expect, it } from 'vitest';
import { bundles, mayDo, permissions, roles } from '@/lib/auth/permissions';
import { topicOfKind, topicPermission, topicsFor } from './rules';
import { liveEvent, notice, topics } from './view';

describe('an event', () => {
  it('carries a topic and ids, and nothing else gets through', () => {
    const told = { kind: 'changed', topic: 'requests', ids: ['a'], name: 'Somebody' };
    expect(liveEvent.parse(told)).toEqual({ kind: 'changed', topic: 'requests', ids: ['a'] });
    expect(liveEvent.parse({ kind: 'resync' })).toEqual({ kind: 'resync' });
    expect(liveEvent.safeParse({ kind: 'changed', topic: 'staff', ids: [] }).success).toBe(false);
    expect(notice.safeParse([{ topic: 'requests', ids: [] }]).success).toBe(false);
  });
});

describe('who may follow a topic', () => {
  it('each topic asks for a right that exists', () => {
    for (const topic of topics) expect(permissions).toContain(topicPermission[topic]);
  });

  it('a role follows what its rights name, and nobody without a role follows anything', () => {
    for (const role of roles)
      expect(topicsFor(bundles[role])).toEqual(topics.filter((topic) => mayDo(bundles[role], topicPermission[topic])));
    expect(topicsFor(bundles.auditor)).toEqual([...topics]);
    expect(topicsFor([])).toEqual([]);
  });

  it('an object of a kind without a page is not told', () => {
    expect(topicOfKind('sub-merchant')).toBe('sub-merchants');
    expect(topicOfKind('request')).toBe('requests');
    expect(topicOfKind('constructor')).toBeNull();
  });
});
