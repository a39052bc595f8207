import { describe, expect, it } from 'vitest';
import { dispositions } from '@/lib/platform/rows/all';
import { canRepeat, offersOf, ownerOf } from './rules';
import { outcomes } from './view';

const sealed = ['seal-outdated', 'sub-merchant-serial-not-valid'];

describe('sending as new', () => {
  it.each(sealed)('%s: only once it is certain that nothing was taken, by whoever edits', (meaning) => {
    const offering = outcomes.filter((outcome) => offersOf({ meaning, outcome }).includes('send-as-new'));
    expect(offering).toEqual(['refused']);
    expect(ownerOf({ meaning, outcome: 'refused' })).toBe('operator');
    expect(ownerOf({ meaning, outcome: 'unknown' })).toBe('integrations');
  });

  it('belongs to a seal that cannot be opened and to nothing else', () => {
    const offering = dispositions.filter(({ id }) =>
      offersOf({ meaning: id, outcome: 'refused' }).includes('send-as-new'),
    );
    expect(offering.map(({ id }) => id)).toEqual(['sub-merchant-serial-not-valid']);
  });
});

describe('repeating the stored bytes', () => {
  it('is for what is waiting or unknown', () => {
    const repeatable = outcomes.filter((outcome) => canRepeat({ meaning: 'no-answer', outcome }));
    expect(repeatable).toEqual(['waiting', 'unknown']);
  });

  it('ends where the drain would not send them', () => {
    for (const outcome of outcomes) expect(canRepeat({ meaning: 'seal-outdated', outcome })).toBe(false);
  });
});
