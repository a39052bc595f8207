// Faults that a tester arms for the next calls: what the platform answers instead, or how the line breaks.
import type { OperationName } from '../platform/operations';
import type { MessageName } from './texts';

/**
 * How a call goes wrong. `before` and `after` say on which side of the effect; `hang` holds the call before its effect
 * until it is released; all that mangle an answer (`garble` to `other-id`) do so after the effect.
 */
export const faultModes = [
  'delay',
  'hang',
  'hang-after',
  'cut-before',
  'cut-after',
  '500-before',
  '500-after',
  '429',
  'garble',
  'missign',
  'unsigned',
  'probe',
  'stale',
  'unknown-serial',
  'other-id',
  'empty-404',
  'status',
] as const;
export type FaultMode = (typeof faultModes)[number];

/** An answer that stands in §7.1 to §7.3, or beside them, given without looking at the body. */
export type RowAnswer = {
  status: number;
  code: string;
  message: MessageName;
  /** Pointer for `detail.field`; null: no detail. */
  field: string | null;
  signed: boolean;
};

export type Fault = {
  id: number;
  operation: OperationName | null;
  /** Only calls whose path names this sub-merchant, application or contract; null: any. */
  subMchid: string | null;
  applymentId: string | null;
  contractId: string | null;
  /** How many calls it still meets. */
  times: number;
  kind: { row: string; answer: RowAnswer } | { mode: FaultMode };
  /** `delay`: milliseconds to wait. */
  ms: number;
  /** `429`: seconds for the Retry-After header, if any. */
  retryAfterSeconds: number | null;
  /** `status`: the whole answer. */
  status: number;
  code: string | null;
  message: string | null;
  signed: boolean;
  headers: Record<string, string>;
};

/** The armed faults and the calls that hang. */
export type Faults = {
  readonly armed: readonly Fault[];
  arm: (fault: Omit<Fault, 'id'>) => Fault;
  /** The first armed fault that fits this call, used up by one. */
  take: (operation: OperationName, about: Pick<Fault, 'subMchid' | 'applymentId' | 'contractId'>) => Fault | null;
  clear: () => void;
  /** Resolves true when released, false when `gone` came first. */
  hold: (gone: AbortSignal) => Promise<boolean>;
  readonly holding: number;
  /** Lets all held calls go on; says how many. */
  release: () => number;
};

export function createFaults(): Faults {
  const armed: Fault[] = [];
  const held = new Set<() => void>();
  let last = 0;
  return {
    armed,
    arm: (fault) => {
      last += 1;
      const added = { id: last, ...fault };
      armed.push(added);
      return added;
    },
    take: (operation, about) => {
      const index = armed.findIndex(
        (fault) =>
          (fault.operation === null || fault.operation === operation) &&
          (fault.subMchid === null || fault.subMchid === about.subMchid) &&
          (fault.applymentId === null || fault.applymentId === about.applymentId) &&
          (fault.contractId === null || fault.contractId === about.contractId),
      );
      const fault = armed[index];
      if (!fault) return null;
      fault.times -= 1;
      if (fault.times <= 0) armed.splice(index, 1);
      return fault;
    },
    clear: () => {
      armed.length = 0;
    },
    hold: (gone) =>
      new Promise((resolve) => {
        if (gone.aborted) return resolve(false);
        const end = (released: boolean) => {
          held.delete(letGo);
          gone.removeEventListener('abort', leave);
          resolve(released);
        };
        const letGo = () => end(true);
        const leave = () => end(false);
        held.add(letGo);
        gone.addEventListener('abort', leave);
      }),
    get holding() {
      return held.size;
    },
    release: () => {
      const count = held.size;
      for (const letGo of [...held]) letGo();
      return count;
    },
  };
}
