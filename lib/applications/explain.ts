// Why nobody heard of an application: what is known, check by check, and one finding. Pure, for both sides.
import { deliveriesDueSeconds } from '@/lib/platform/wire/notification';
import { isThisMachine } from '@/lib/this-machine';

/** How an address that the platform returned compares with ours. */
export type AddressIs = 'ours' | 'foreign' | 'none';

/** Where an address leads: this machine has several names. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  if (isThisMachine(parsed)) parsed.hostname = 'localhost';
  return parsed.href;
}

/** Two addresses are the same if they lead to the same place, however they are written. */
export function addressIs(notifyUrl: string | null, ours: string): AddressIs {
  if (notifyUrl === null) return 'none';
  return placeOf(notifyUrl) === placeOf(ours) ? 'ours' : 'foreign';
}

/** The end of an address, which is enough to tell two apart: its path. */
const endOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/** What is known of one application and of the time in which its notification should have come. */
export type SilenceFacts = {
  applymentId: string;
  /** One of 3.1, or UNKNOWN. */
  state: string;
  /** True where the platform itself told of it: only then an absent address says anything. */
  isToldByPlatform: boolean;
  /** 2.2 notify_url as the platform returned it. */
  notifyUrl: string | null;
  /** Where the platform should post. */
  ours: string;
  /** On a practice connection the platform is on this machine: plain http is right there. */
  isPractice: boolean;
  now: Date;
  /** From when its outcome could have been told: since it is decided as far as we know, else since it was sent last. */
  from: Date;
  /** The newest notification about it that was handled in that time. */
  came: { at: Date; state: 'applied' | 'older' | 'discrepancy' } | null;
  /** In quarantine: those that name it or its sub-merchant, and those of that time of which nobody can say whom they name. */
  quarantine: { named: number; unreadable: number; withKeyCause: number };
  /** Of an unknown type, about it or its sub-merchant. */
  unknownTypes: number;
  /** Tests of our endpoint in that time, and when the first one that failed was. */
  tests: { total: number; failed: number; firstFailedAt: Date | null };
  /** What did not verify in that time, probes not counted. */
  refused: number;
  /** Whether some platform certificate was valid all that time; null where we hold none. */
  hadCertificate: boolean | null;
};

export const silenceChecks = [
  'came',
  'quarantine',
  'unknown-type',
  'promised',
  'ours',
  'address',
  'documented',
  'key',
  'verified',
  'endpoint',
  'window',
] as const;
export type SilenceCheck = (typeof silenceChecks)[number];

/** `yes`: nothing is wrong there; `no`: this is or may be why; `unknown`: nobody can say. */
export type SilenceVerdict = 'yes' | 'no' | 'unknown';

type Params = Record<string, string | number>;
export type CheckedSilence = { check: SilenceCheck; verdict: SilenceVerdict; params: Params };

export type SilenceFinding =
  | 'came'
  | 'differs'
  | 'quarantine'
  | 'unknown-type'
  | 'not-promised'
  | 'promise-unknown'
  | 'foreign'
  | 'bad-address'
  | 'nothing-due'
  | 'not-documented'
  | 'unreadable'
  | 'key'
  | 'not-verified'
  | 'down-and-due'
  | 'down-and-over'
  | 'due'
  | 'lost';

export type Silence = { checks: CheckedSilence[]; finding: { key: SilenceFinding; params: Params } };

/** The sender's ladder of an application's result (6.4.2): sixteen deliveries in 24 h 4 m. */
const LADDER_MS = (deliveriesDueSeconds('APPLYMENT_STATE.APPROVED').at(-1) ?? 0) * 1000;

const isUnderWay = (state: string) => state === 'PENDING' || state === 'UNDER_REVIEW' || state === 'UNKNOWN';

function addressVerdict({ notifyUrl, ours, isPractice }: SilenceFacts): SilenceVerdict {
  const url = notifyUrl ?? ours;
  if (!URL.canParse(url)) return 'no';
  const { protocol, search, hash } = new URL(url);
  return (protocol === 'https:' || isPractice) && search === '' && hash === '' ? 'yes' : 'no';
}

const whether = (isRight: boolean): SilenceVerdict => (isRight ? 'yes' : 'no');

/** Each check, in the order in which somebody would look. */
function check(facts: SilenceFacts): CheckedSilence[] {
  const { notifyUrl, quarantine, tests } = facts;
  const address = addressIs(notifyUrl, facts.ours);
  const isDecided = !isUnderWay(facts.state);
  const isInside = facts.now.getTime() <= facts.from.getTime() + LADDER_MS;
  const verdicts: Record<SilenceCheck, { verdict: SilenceVerdict; params?: Params }> = {
    came: { verdict: whether(facts.came !== null) },
    quarantine: {
      verdict: quarantine.named > 0 ? 'no' : quarantine.unreadable > 0 ? 'unknown' : 'yes',
      params: { count: quarantine.named > 0 ? quarantine.named : quarantine.unreadable },
    },
    'unknown-type': { verdict: whether(facts.unknownTypes === 0), params: { count: facts.unknownTypes } },
    promised: { verdict: address === 'none' ? (facts.isToldByPlatform ? 'no' : 'unknown') : 'yes' },
    ours: {
      verdict: address === 'none' ? 'unknown' : whether(address === 'ours'),
      params: { theirs: notifyUrl ?? '', ours: facts.ours },
    },
    address: { verdict: addressVerdict(facts) },
    // Only the APPROVED event is documented (6.6).
    documented: {
      verdict: facts.state === 'APPROVED' ? 'yes' : isDecided ? 'no' : 'unknown',
      params: { state: facts.state },
    },
    key: {
      verdict:
        facts.hadCertificate === false || quarantine.withKeyCause > 0
          ? 'no'
          : facts.hadCertificate === null
            ? 'unknown'
            : 'yes',
    },
    verified: { verdict: whether(facts.refused === 0), params: { count: facts.refused } },
    endpoint: {
      verdict: tests.total === 0 ? 'unknown' : whether(tests.failed === 0),
      params: { failed: tests.failed, total: tests.total },
    },
    window: { verdict: isDecided ? whether(isInside) : 'unknown' },
  };
  return silenceChecks.map((name) => ({ check: name, params: {}, ...verdicts[name] }));
}

/** The one cause that is told: the first that explains the silence by itself, whatever else is wrong too. */
function find(facts: SilenceFacts, verdictOf: (name: SilenceCheck) => SilenceVerdict): Silence['finding'] {
  const { came, quarantine, unknownTypes, refused, tests } = facts;
  const number = { number: facts.applymentId };
  const found = (key: SilenceFinding, params: Params = {}) => ({ key, params: { ...number, ...params } });
  const isNo = (name: SilenceCheck) => verdictOf(name) === 'no';
  if (came !== null) return found(came.state === 'discrepancy' ? 'differs' : 'came', { at: came.at.toISOString() });
  if (isNo('quarantine')) return found('quarantine', { count: quarantine.named });
  if (isNo('unknown-type')) return found('unknown-type', { count: unknownTypes });
  if (isNo('promised')) return found('not-promised');
  if (isNo('ours')) return found('foreign', { end: endOf(facts.notifyUrl ?? '') });
  if (isNo('address')) return found('bad-address');
  if (isUnderWay(facts.state)) return found('nothing-due', { state: facts.state });
  if (isNo('documented')) return found('not-documented', { state: facts.state });
  if (quarantine.unreadable > 0) return found('unreadable', { count: quarantine.unreadable });
  if (isNo('key')) return found('key');
  if (refused > 0) return found('not-verified', { count: refused });
  if (isNo('endpoint')) {
    const at = (tests.firstFailedAt ?? facts.from).toISOString();
    return found(isNo('window') ? 'down-and-over' : 'down-and-due', { at });
  }
  if (verdictOf('window') === 'yes')
    return found('due', { until: new Date(facts.from.getTime() + LADDER_MS).toISOString() });
  return found(verdictOf('promised') === 'unknown' ? 'promise-unknown' : 'lost');
}

/** Explains why no notification of an application came (features row 58): every check, and exactly one finding. */
export function explainSilence(facts: SilenceFacts): Silence {
  const checks = check(facts);
  const verdictOf = (name: SilenceCheck) => checks.find((one) => one.check === name)?.verdict ?? 'unknown';
  return { checks, finding: find(facts, verdictOf) };
}
