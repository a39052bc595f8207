import { z } from 'zod';
import { steps } from '@/lib/notifications/view';

/** What one look at our endpoint judges (features row 61, notes 6.5), in the order of reading. */
export const endpointChecks = [
  'https',
  'public',
  'no-query',
  'reached',
  'chain',
  'no-redirect',
  'refuses-unsigned',
  'refuses-get',
  'arrived',
  'in-time',
] as const;
export type EndpointCheck = (typeof endpointChecks)[number];

/** `ok` null: could not be judged, because something before it failed. `detail` is a fact: a status, a cause, milliseconds. */
export const checkResult = z.object({ check: z.enum(endpointChecks), ok: z.boolean().nullable(), detail: z.string() });
export type CheckResult = z.infer<typeof checkResult>;

/** One finished look. Times are ISO 8601 in UTC. */
export const endpointTest = z.object({
  at: z.string(),
  how: z.enum(['scheduled', 'staff']),
  url: z.string(),
  result: z.enum(['passed', 'failed']),
  checks: z.array(checkResult),
  tookMs: z.number().nullable(),
});
export type EndpointTestView = z.infer<typeof endpointTest>;

/** One cell of the strip: how the tests in it went. `unwatched`: there was none. */
export const uptimeCell = z.object({
  from: z.string(),
  until: z.string(),
  state: z.enum(['up', 'partly', 'down', 'unwatched']),
});

/** The tests of a span of time, cell by cell. */
export const uptimeStrip = z.object({
  cells: z.array(uptimeCell),
  passed: z.number(),
  total: z.number(),
});
export type UptimeStrip = z.infer<typeof uptimeStrip>;

/** From the first test that failed to the first that passed again; `until` null while it lasts. */
export const outage = z.object({
  from: z.string(),
  until: z.string().nullable(),
  tests: z.number(),
  checks: z.array(z.enum(endpointChecks)),
});
export type Outage = z.infer<typeof outage>;

/** How long answers took, in milliseconds; null without any. */
export const answerTimes = z.object({ count: z.number(), p50Ms: z.number().nullable(), p95Ms: z.number().nullable() });
export type AnswerTimes = z.infer<typeof answerTimes>;

/** How many messages came past a step of the ladder, and how many ended at it, by cause. */
export const stepCount = z.object({
  step: z.enum(steps),
  passed: z.number(),
  ended: z.array(z.object({ cause: z.string(), count: z.number() })),
});
export type StepCount = z.infer<typeof stepCount>;

/** Everything that the page of the endpoint shows. */
export const endpointView = z.object({
  url: z.string(),
  /** False where the platform cannot reach it as it is set up: a live connection at an address of this machine. */
  isSetUp: z.boolean(),
  last: endpointTest.nullable(),
  /** The few before it, the newest first. */
  earlier: z.array(endpointTest),
  day: uptimeStrip,
  week: uptimeStrip,
  outages: z.array(outage),
  times: z.object({
    tests: z.object({ day: answerTimes, week: answerTimes }),
    deliveries: z.object({ day: answerTimes, week: answerTimes }),
  }),
  /** Since the beginning of this hour a day ago: what did not verify is counted by the hour. */
  steps: z.array(stepCount),
  stepsSince: z.string(),
});
export type EndpointView = z.infer<typeof endpointView>;
