import { describe, expect, it } from 'vitest';
import type { SeenDelivery } from './ladder';
import { retryLadder } from './ladder';

const began = Date.parse('2024-03-07T02:00:00Z');
const at = (seconds: number) => new Date(began + seconds * 1000);
const came = (...seconds: number[]): SeenDelivery[] =>
  seconds.map((after, place) => ({ number: place + 1, receivedAt: at(after) }));
const ladder = (deliveries: SeenDelivery[], now: number, eventType = 'APPLYMENT_STATE.APPROVED') => {
  const found = retryLadder(eventType, deliveries, at(now));
  if (!found) throw new Error('there is no ladder');
  return found;
};
const states = (deliveries: SeenDelivery[], now: number) => ladder(deliveries, now).tries.map(({ state }) => state);

describe('the long ladder', () => {
  it('has the sixteen tries of 6.4.2 and ends 24 h 4 m after the first', () => {
    const { tries, endsSeconds, endsAt } = ladder(came(0), 1);
    const clock = tries.map(({ dueSeconds: s }) =>
      [Math.floor(s / 3600), Math.floor((s % 3600) / 60), s % 60].join(':'),
    );
    expect(clock).toEqual([
      ...['0:0:0', '0:0:15', '0:0:30', '0:1:0', '0:4:0', '0:14:0', '0:34:0', '1:4:0'],
      ...['1:34:0', '2:4:0', '3:4:0', '6:4:0', '9:4:0', '12:4:0', '18:4:0', '24:4:0'],
    ]);
    expect(endsSeconds).toBe(24 * 3600 + 4 * 60);
    expect(endsAt).toEqual(at(86_640));
  });

  it('names the try before which whatever is mended heals by itself', () => {
    const { next, tries, isOver } = ladder(came(0, 15.2, 30.4), 40);
    expect(next).toMatchObject({ number: 4, dueAt: at(60), state: 'next' });
    expect(tries.slice(0, 5).map(({ state }) => state)).toEqual(['seen', 'seen', 'seen', 'next', 'later']);
    expect(isOver).toBe(false);
  });

  it('takes a try that is stamped a moment early for the one it is', () => {
    expect(states(came(0, 14.8, 29.7), 31).slice(0, 4)).toEqual(['seen', 'seen', 'seen', 'next']);
  });

  it('says of a try that did not come that it is due, then that it was missed', () => {
    expect(states(came(0), 17).slice(0, 3)).toEqual(['seen', 'due', 'later']);
    expect(states(came(0), 31).slice(0, 4)).toEqual(['seen', 'missed', 'due', 'later']);
    expect(states(came(0), 290).slice(0, 6)).toEqual(['seen', 'missed', 'missed', 'missed', 'due', 'later']);
    expect(states(came(0), 310).slice(0, 6)).toEqual(['seen', 'missed', 'missed', 'missed', 'missed', 'next']);
  });

  it('counts copies beside the ladder, and never as a later try', () => {
    const { extra, tries } = ladder(came(0, 0.1, 0.2, 1, 15), 20);
    expect(extra).toBe(3);
    expect(tries[1]).toMatchObject({ state: 'seen', seen: { number: 5 } });
    expect(tries[2]?.state).toBe('next');
  });

  it('is over when the last try came or its time is past', () => {
    const last = 86_640;
    expect(ladder(came(0, last + 2), last + 3)).toMatchObject({ isOver: true, next: null });
    expect(ladder(came(0), last + 30)).toMatchObject({ isOver: false, next: { number: 16, state: 'due' } });
    expect(ladder(came(0), last + 61)).toMatchObject({ isOver: true, next: null });
  });
});

describe('the short ladder', () => {
  it.each(['PAPAY.SIGN', 'PAPAY.TERMINATE', 'TRANSACTION.SUCCESS'])('of %s has ten tries in 3 h 4 m', (eventType) => {
    const { tries, endsSeconds } = ladder(came(0), 1, eventType);
    expect(tries).toHaveLength(10);
    expect(endsSeconds).toBe(3 * 3600 + 4 * 60);
  });
});

it('nothing arrived, nothing is predicted', () => {
  expect(retryLadder('APPLYMENT_STATE.APPROVED', [], at(0))).toBeNull();
});
