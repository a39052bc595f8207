import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Around, BatchAct, Pace, Run, Standing } from './rules';
import { act, defaultPace, leftOut, newRun, nextStep, openAt, rateOf, sent } from './rules';

const start = new Date('2026-03-09T02:00:00Z');
const second = 1000;
const none: Around = { flight: null, leftOutCount: 0, unknownCount: 0 };
const look = {
  pace: defaultPace,
  flight: null,
  nextPlace: 1,
  now: start,
  sendingPausedUntil: null,
  isSendingStopped: false,
};
const running: Run = { ...newRun, state: 'running', canary: 1, isReleased: true, cursor: 1 };
const accepted: Standing = { is: 'accepted', wasUnknown: false };
const refused = (meaning: string, stopsSending = false): Standing => ({
  is: 'refused',
  meaning,
  stopsSending,
  wasUnknown: false,
});

const done = (run: Run, deed: BatchAct, around = none): Run => {
  const result = act(run, deed, around);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
};
const rule = (run: Run, deed: BatchAct, around = none) => {
  const result = act(run, deed, around);
  return !result.ok && result.refusal.kind === 'conflict' ? result.refusal.rule : null;
};

describe('the rate', () => {
  const stretch = (count: number, seconds: number) => ({
    count,
    first: start,
    last: new Date(start.getTime() + seconds * second),
  });

  it('is what left since it last went on, in the time that took, and never above the pace', () => {
    expect(rateOf(stretch(73, 12), { perMinute: 600 })).toBe(360);
    expect(rateOf(stretch(61, 60), { perMinute: 600 })).toBe(60);
    expect(rateOf(stretch(200, 10), { perMinute: 600 })).toBe(600);
    expect(rateOf(stretch(2, 59), { perMinute: 600 })).toBe(1);
  });

  it('is the pace while there is too little to tell', () => {
    expect(rateOf({ count: 0, first: null, last: null }, { perMinute: 60 })).toBe(60);
    expect(rateOf(stretch(1, 0), { perMinute: 60 })).toBe(60);
    expect(rateOf(stretch(5, 4), { perMinute: 60 })).toBe(60);
  });
});

describe('the canary', () => {
  const begun = done(newRun, 'begin');
  const out = sent(begun, defaultPace, 1, start);

  it('leaves alone, and nothing leaves after it before a person has looked', () => {
    expect(nextStep({ ...look, run: begun }).step).toEqual({ do: 'send', place: 1 });
    const later = { ...look, run: out, nextPlace: 2, now: new Date(start.getTime() + 3_600_000) };
    expect(nextStep({ ...later, flight: { is: 'open' } }).step).toEqual({ do: 'wait', until: null });
    for (const flight of [accepted, { is: 'unknown' }, refused('gone')] as const)
      expect(nextStep({ ...later, flight }).step).toEqual({ do: 'ask-person' });
  });

  it('lets the others go once it is decided, whatever was decided', () => {
    expect(rule(begun, 'go-on')).toBe('canary-undecided');
    expect(rule(out, 'go-on', { ...none, flight: { is: 'open' } })).toBe('canary-undecided');
    expect(rule(out, 'go-on', { ...none, flight: { is: 'unknown' } })).toBe('canary-undecided');
    const gone = done(out, 'go-on', { ...none, flight: refused('gone') });
    expect(gone).toMatchObject({ state: 'running', isReleased: true, tally: {} });
  });

  it('is the first row that is really sent: one that a rule left out is none', () => {
    const passed = leftOut(begun, 1);
    expect(nextStep({ ...look, run: passed, nextPlace: 2 }).step).toEqual({ do: 'send', place: 2 });
    expect(sent(passed, defaultPace, 2, start).canary).toBe(2);
  });

  it('is still to be looked at after a pause', () => {
    const paused = done(out, 'pause');
    const resumed = done(paused, 'resume', { ...none, flight: accepted });
    expect(nextStep({ ...look, run: resumed, nextPlace: 2, flight: accepted }).step).toEqual({
      do: 'ask-person',
    });
  });

  it('of a list of one ends the batch', () => {
    const { step, run } = nextStep({ ...look, run: out, nextPlace: null, flight: accepted });
    expect(step).toEqual({ do: 'finish' });
    expect(run.state).toBe('done');
  });
});

describe('pausing by itself', () => {
  const inFlight: Run = { ...running, cursor: 2, flight: 2 };

  it('any unknown: before the next row leaves', () => {
    const { step, run } = nextStep({ ...look, run: inFlight, nextPlace: 3, flight: { is: 'unknown' } });
    expect(step).toEqual({ do: 'pause', cause: 'unknown' });
    expect(run).toMatchObject({ state: 'paused', pauseCause: 'unknown', flight: null });
  });

  it('refusals of one meaning: in a row or not, and never those of different meanings together', () => {
    let run = running;
    const pauses = ['gone', 'wrong', 'gone', 'other', 'gone'].map((meaning, at) => {
      const looked = nextStep({
        ...look,
        run: { ...run, flight: at + 2 },
        nextPlace: at + 3,
        flight: refused(meaning),
      });
      run = looked.run;
      return looked.step.do;
    });
    expect(pauses).toEqual(['send', 'send', 'send', 'send', 'pause']);
    expect(done(run, 'resume').tally).toEqual({});
  });

  it('an answer that stops all sending: at once', () => {
    const { step } = nextStep({ ...look, run: inFlight, nextPlace: 3, flight: refused('sign-error', true) });
    expect(step).toEqual({ do: 'pause', cause: 'connection' });
  });

  it('an unknown that settled itself before anybody looked: a person sees it all the same', () => {
    for (const settled of [{ is: 'accepted' }, { is: 'refused', meaning: 'gone', stopsSending: false }] as const) {
      const flight = { ...settled, wasUnknown: true };
      const { step } = nextStep({ ...look, run: inFlight, nextPlace: 3, flight });
      expect(step).toEqual({ do: 'pause', cause: 'unknown' });
    }
  });

  it('not where nothing is left to hold back', () => {
    expect(nextStep({ ...look, run: inFlight, nextPlace: null, flight: { is: 'unknown' } }).step.do).toBe('finish');
  });

  it('who resumes has seen the unknown: the next row leaves', () => {
    const { run } = nextStep({ ...look, run: inFlight, nextPlace: 3, flight: { is: 'unknown' } });
    expect(nextStep({ ...look, run: done(run, 'resume'), nextPlace: 3 }).step).toEqual({ do: 'send', place: 3 });
  });

  it('a row that was on its way over the pause and turns unknown pauses again', () => {
    const resumed = done(done(inFlight, 'pause'), 'resume', { ...none, flight: { is: 'open' } });
    expect(nextStep({ ...look, run: resumed, nextPlace: 3, flight: { is: 'unknown' } }).step.do).toBe('pause');
  });
});

describe('the pace', () => {
  it('lets so many rows leave in a minute, and none sooner', () => {
    const out = sent({ ...running, flight: null }, { perMinute: 30 }, 2, start);
    const at = (ms: number) =>
      nextStep({ ...look, run: out, nextPlace: 3, flight: accepted, now: new Date(start.getTime() + ms) }).step;
    expect(at(1999)).toEqual({ do: 'wait', until: new Date(start.getTime() + 2000) });
    expect(at(2000)).toEqual({ do: 'send', place: 3 });
  });

  it('waits without an end while all sending is stopped, and takes over what was on its way', () => {
    const stopped = { ...look, isSendingStopped: true };
    expect(nextStep({ ...stopped, run: { ...running, flight: null }, nextPlace: 2 }).step).toEqual({
      do: 'wait',
      until: null,
    });
    const { step, run } = nextStep({ ...stopped, run: { ...running, flight: 2 }, nextPlace: 3, flight: accepted });
    expect(step).toEqual({ do: 'wait', until: null });
    expect(run.flight).toBeNull();
    expect(nextStep({ ...stopped, run: { ...running, flight: null }, nextPlace: null }).step).toEqual({ do: 'finish' });
  });

  it('rests while the connection does not send', () => {
    const until = new Date(start.getTime() + 5 * 60 * second);
    expect(nextStep({ ...look, run: running, nextPlace: 2, sendingPausedUntil: until }).step).toEqual({
      do: 'wait',
      until,
    });
  });

  it.each([
    ['within', { from: 9, to: 18 }, '2026-03-09T02:00:00Z', '2026-03-09T02:00:00Z'],
    ['before', { from: 9, to: 18 }, '2026-03-09T00:30:00Z', '2026-03-09T01:00:00Z'],
    ['at the end', { from: 9, to: 18 }, '2026-03-09T10:00:00Z', '2026-03-10T01:00:00Z'],
    ['over midnight, within', { from: 22, to: 6 }, '2026-03-09T21:59:00Z', '2026-03-09T21:59:00Z'],
    ['over midnight, after', { from: 22, to: 6 }, '2026-03-09T22:00:00Z', '2026-03-10T14:00:00Z'],
  ])('keeps to its hours: %s', (_, hours, now, opens) => {
    expect(openAt({ ...hours, zone: 'Asia/Hong_Kong' }, new Date(now)).toISOString()).toBe(
      new Date(opens).toISOString(),
    );
  });
});

describe('what is over', () => {
  it.each(['draft', 'stopped', 'done', 'paused'] as const)('nothing leaves of a batch that is %s', (state) => {
    expect(nextStep({ ...look, run: { ...running, state } }).step).toEqual({ do: 'nothing' });
  });

  it('a stop is for good', () => {
    const stopped = done(running, 'stop');
    for (const deed of ['begin', 'go-on', 'pause', 'resume', 'stop'] as const)
      expect(rule(stopped, deed)).not.toBeNull();
    expect(done(stopped, 'retry', { ...none, unknownCount: 1, leftOutCount: 4 }).state).toBe('stopped');
  });

  it('a retry takes up what was left out, and nothing where all is decided', () => {
    const over: Run = { ...running, state: 'done' };
    expect(rule(over, 'retry')).toBe('nothing-undecided');
    expect(done(over, 'retry', { ...none, leftOutCount: 2 })).toMatchObject({ state: 'running', cursor: 0 });
    expect(done(over, 'retry', { ...none, unknownCount: 2 }).state).toBe('done');
  });
});

/** A platform, a database whose transactions are whole or nothing, and workers that may die between any two of them. */
class World {
  run = newRun;
  readonly rows: {
    /** What the database holds of the row's request. */
    request: { outcome: 'sending' | 'unknown' | 'accepted' | 'refused'; wasUnknown: boolean } | null;
    leftOut: boolean;
    /** How often the platform was asked by a request of its own, and what it did. */
    opened: number;
    effects: number;
  }[];
  now = start;
  /** Rows opened since the last unknown that nobody has seen. */
  unseenUnknown = false;
  readonly faults: string[] = [];

  constructor(
    size: number,
    readonly pace: Pace,
    /** What the platform makes of the first call of each row. */
    readonly fates: ('accepts' | 'refuses' | 'refuses-otherwise' | 'accepts-in-silence' | 'loses')[],
    readonly isForbidden: (place: number) => boolean,
  ) {
    this.rows = Array.from({ length: size }, () => ({ request: null, leftOut: false, opened: 0, effects: 0 }));
  }

  row(place: number) {
    const row = this.rows[place - 1];
    if (!row) throw new Error(`no row ${place}`);
    return row;
  }
  standing(place: number | null): Standing | null {
    const request = place === null ? null : this.row(place).request;
    if (!request) return null;
    const { wasUnknown } = request;
    if (request.outcome === 'accepted') return { is: 'accepted', wasUnknown };
    if (request.outcome === 'refused')
      return { ...refused(this.fate(place ?? 0) === 'refuses' ? 'gone' : 'other'), wasUnknown } as Standing;
    return request.outcome === 'unknown' || request.wasUnknown ? { is: 'unknown' } : { is: 'open' };
  }
  fate = (place: number) => this.fates[(place - 1) % this.fates.length] ?? 'accepts';
  nextPlace(): number | null {
    const at = this.rows.findIndex((row, n) => n + 1 > this.run.cursor && row.request === null && !row.leftOut);
    return at < 0 ? null : at + 1;
  }

  /** One turn of one worker; it may die with nothing written, with the row written, or with the answer on its way. */
  work(dies: 'never' | 'before-commit' | 'before-the-call' | 'before-the-answer') {
    const { step, run } = nextStep({
      run: this.run,
      pace: this.pace,
      flight: this.standing(this.run.flight),
      nextPlace: this.nextPlace(),
      now: this.now,
      sendingPausedUntil: null,
      isSendingStopped: false,
    });
    if (dies === 'before-commit') return;
    this.run = run;
    if (step.do === 'pause' && step.cause === 'unknown') this.unseenUnknown = false;
    if (step.do !== 'send') return;
    const row = this.row(step.place);
    if (this.isForbidden(step.place)) {
      row.leftOut = true;
      this.run = leftOut(this.run, step.place);
      return;
    }
    if (this.unseenUnknown) this.faults.push(`row ${step.place} left after an unknown that nobody had seen`);
    if (!['canary', 'running'].includes(run.state)) this.faults.push(`row ${step.place} left a ${run.state} batch`);
    if (row.request) this.faults.push(`row ${step.place} was sent twice`);
    row.request = { outcome: 'sending', wasUnknown: false };
    row.opened += 1;
    this.run = sent(this.run, this.pace, step.place, this.now);
    if (dies !== 'before-the-call') this.call(step.place, dies === 'before-the-answer');
  }
  /** The bytes go out; a repeat of what took effect changes nothing at the platform and says so. */
  call(place: number, isAnswerLost: boolean) {
    const row = this.row(place);
    const { request } = row;
    if (!request) throw new Error('a call without a request');
    const fate = this.fate(place);
    const isRepeat = request.wasUnknown;
    const takes = fate === 'accepts' || fate === 'accepts-in-silence' || (fate === 'loses' && isRepeat);
    if (takes && row.effects === 0) row.effects += 1;
    const isSilent = isAnswerLost || (!isRepeat && (fate === 'accepts-in-silence' || fate === 'loses'));
    // The lease of a try whose process is gone runs out later, in `drain`.
    if (isAnswerLost) return;
    if (isSilent) this.becomesUnknown(place);
    else request.outcome = takes || row.effects > 0 ? 'accepted' : 'refused';
  }
  becomesUnknown(place: number) {
    const { request } = this.row(place);
    if (!request) return;
    if (!request.wasUnknown && this.run.flight === place && this.run.isReleased) this.unseenUnknown = true;
    request.outcome = 'unknown';
    request.wasUnknown = true;
  }
  /** The drain: a try without a process is unknown; an unknown is repeated with the same bytes. */
  drain(place: number) {
    const request = this.rows[place - 1]?.request;
    if (request?.outcome === 'sending') this.becomesUnknown(place);
    else if (request?.outcome === 'unknown') this.call(place, false);
  }
  person(deed: BatchAct) {
    const result = act(this.run, deed, {
      flight: this.standing(this.run.flight),
      leftOutCount: this.rows.filter((row) => row.leftOut).length,
      unknownCount: this.rows.filter(({ request }) => request?.outcome === 'unknown').length,
    });
    if (!result.ok) return;
    if (deed === 'retry' && result.value.state === 'running') for (const row of this.rows) row.leftOut = false;
    if (deed === 'resume' && result.value.flight === null) this.unseenUnknown = false;
    this.run = result.value;
  }
}

const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ is: fc.constant('work' as const), dies: fc.constant('never' as const) }) },
  {
    weight: 12,
    // Time for the next row, and a worker who takes it and lives, or does not.
    arbitrary: fc.record({
      is: fc.constant('turn' as const),
      dies: fc.constantFrom(
        'never' as const,
        'never' as const,
        'before-commit' as const,
        'before-the-call' as const,
        'before-the-answer' as const,
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('work' as const),
      dies: fc.constantFrom('before-commit' as const, 'before-the-call' as const, 'before-the-answer' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ is: fc.constant('pass' as const), ms: fc.constantFrom(10, 1000, 60_000) }) },
  { weight: 4, arbitrary: fc.record({ is: fc.constant('drain' as const), place: fc.integer({ min: 1, max: 12 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('person' as const),
      deed: fc.constantFrom<BatchAct>('go-on', 'pause', 'resume', 'resume', 'retry'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('person' as const), deed: fc.constant<BatchAct>('stop') }) },
);

const pace: Pace = { perMinute: 60, equalErrorsMax: 2, hours: null };
const fate = fc.constantFrom(
  'accepts' as const,
  'accepts' as const,
  'refuses' as const,
  'refuses-otherwise' as const,
  'accepts-in-silence' as const,
  'loses' as const,
);

describe('any order of pause, stop, crash and error', () => {
  it('leaves every row decided once or not sent (bug-csv-05)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fate, { minLength: 1, maxLength: 12 }),
        fc.set(fc.integer({ min: 1, max: 12 })),
        fc.boolean(),
        fc.array(command, { maxLength: 120 }),
        (size, fates, forbidden, isReleased, commands) => {
          const world = new World(size, pace, fates, (place) => forbidden.has(place));
          world.person('begin');
          // Half of the batches begin behind their canary, where most can go wrong.
          if (isReleased) {
            for (let turn = 0; turn < size; turn += 1) world.work('never');
            for (let twice = 0; twice < 2; twice += 1) if (world.run.canary !== null) world.drain(world.run.canary);
            world.person('go-on');
          }
          for (const each of commands) {
            if (each.is === 'work') world.work(each.dies);
            if (each.is === 'turn') {
              world.now = new Date(world.now.getTime() + 60_000);
              world.work(each.dies);
            }
            if (each.is === 'pass') world.now = new Date(world.now.getTime() + each.ms);
            if (each.is === 'drain') world.drain(each.place);
            if (each.is === 'person') world.person(each.deed);
            expect(world.rows.filter(({ request }) => request?.outcome === 'sending').length).toBeLessThanOrEqual(1);
          }
          // Everything that is still unknown is repeated, and whoever looks goes on: the batch comes to its end.
          for (let round = 0; round < 8 * size + 8; round += 1) {
            for (let place = 1; place <= size; place += 1)
              for (let twice = 0; twice < 2; twice += 1) world.drain(place);
            world.person('resume');
            world.person('go-on');
            world.now = new Date(world.now.getTime() + 60_000);
            world.work('never');
          }
          expect(world.faults).toEqual([]);
          expect(['done', 'stopped']).toContain(world.run.state);
          for (const [n, row] of world.rows.entries()) {
            const place = n + 1;
            expect(row.opened).toBeLessThanOrEqual(1);
            expect(row.effects).toBeLessThanOrEqual(1);
            if (row.request) expect(['accepted', 'refused']).toContain(row.request.outcome);
            // Accepted is what took effect, refused is what did not, and what never left had none.
            expect(row.effects).toBe(row.request?.outcome === 'accepted' ? 1 : 0);
            if (!row.request && world.run.state === 'done') expect(forbidden.has(place)).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  }, 30_000);
});
