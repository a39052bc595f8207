// What news of a contract is worth beside what we hold of it (3.4): pure. A contract is signed once and ends once, so the
// order in which messages come does not matter: an ending stands.
import type { ContractState } from '@/lib/platform/wire/enums';
import type { Change } from '@/lib/requests/view';
import type { Ender } from './view';

/** One contract as a message or a reading tells it, with everything that a decision about it needs. */
export type ToldContract = {
  contractId: string;
  /** '' where it names none, as in common mode. */
  subMchid: string;
  appid: string | null;
  subAppid: string | null;
  planId: string | null;
  outContractCode: string | null;
  state: ContractState;
  /** The platform's word for who ended it. */
  mode: string | null;
  /** When it was signed, or ended. */
  operatedAt: Date;
  expiresAt: Date | null;
  /** When the platform says that it was so. */
  asOf: Date;
  proof: string;
};

/** The columns of a contract that news moves. */
export type ContractFacts = {
  subMchid: string;
  appid: string | null;
  subAppid: string | null;
  planId: string | null;
  outContractCode: string | null;
  signedAt: Date | null;
  expiresAt: Date | null;
  state: string;
  stateHow: string;
  stateSince: Date;
  stateAsOf: Date;
  stateProof: string | null;
  endedBy: string | null;
  endedMode: string | null;
  endedAt: Date | null;
  endedNote: string | null;
  confirmedAt: Date | null;
  confirmedProof: string | null;
  notFoundAt: Date | null;
  notFoundProof: string | null;
  notFoundHow: string | null;
};

/** What is held of the contract with that number; `isOurs`: a termination of ours is on its way, or nobody knows of it. */
export type HeldContract = ContractFacts & { isOurs: boolean };

export type ContractVerdict =
  | { kind: 'new' | 'newer' | 'confirmed'; facts: ContractFacts; changes: Change[] }
  | { kind: 'same' | 'older' }
  | { kind: 'discrepancy'; differences: { path: string; ours: string | null; theirs: string | null }[] };

/** Who ended it, by the platform's word. What the merchant ended is ours where we had asked for it. */
export function enderOf(mode: string | null, isOurs: boolean): Ender {
  switch (mode?.toUpperCase()) {
    case 'USER':
      return 'payer';
    case 'MERCHANT':
      return isOurs ? 'us' : 'merchant';
    case 'PLATFORM':
      return 'platform';
    case 'EXPIRED':
      return 'expiry';
    default:
      return isOurs ? 'us' : 'unknown';
  }
}

const changed = (path: string, from: string | null, to: string | null): Change[] =>
  from === to ? [] : [{ path, kind: from === null ? 'added' : to === null ? 'removed' : 'changed', from, to }];

const unheld: Omit<ContractFacts, 'state' | 'stateHow' | 'stateSince' | 'stateAsOf' | 'stateProof'> = {
  subMchid: '',
  appid: null,
  subAppid: null,
  planId: null,
  outContractCode: null,
  signedAt: null,
  expiresAt: null,
  endedBy: null,
  endedMode: null,
  endedAt: null,
  endedNote: null,
  confirmedAt: null,
  confirmedProof: null,
  notFoundAt: null,
  notFoundProof: null,
  notFoundHow: null,
};

/** What we held, with what the platform tells of parties and template: it knows better. */
const partiesOf = (told: ToldContract, held: ContractFacts | null) => ({
  ...unheld,
  ...held,
  subMchid: told.subMchid || (held?.subMchid ?? ''),
  appid: told.appid ?? held?.appid ?? null,
  subAppid: told.subAppid ?? held?.subAppid ?? null,
  planId: told.planId ?? held?.planId ?? null,
  outContractCode: told.outContractCode ?? held?.outContractCode ?? null,
  expiresAt: told.expiresAt ?? held?.expiresAt ?? null,
});

/** What was known of an ending by nobody who saw it: an answer stays what it is, everything else gives way to being told. */
const isSurmised = (how: string) => how === 'inferred' || how === 'staff';

/** Judges what the platform tells of a contract, by a message (`notification`) or a reading. */
export function judgeContract(
  told: ToldContract,
  held: HeldContract | null,
  how: 'notification' | 'reading',
): ContractVerdict {
  if (held !== null && held.subMchid !== '' && told.subMchid !== '' && held.subMchid !== told.subMchid) {
    return {
      kind: 'discrepancy',
      differences: [{ path: 'sub_mchid', ours: held.subMchid, theirs: told.subMchid }],
    };
  }
  const state = { stateHow: how, stateAsOf: told.asOf, stateProof: told.proof };
  const base = partiesOf(told, held);
  const parties = changed('sub_mchid', held?.subMchid || null, base.subMchid || null).filter(
    ({ from }) => from === null,
  );

  if (told.state === 'SIGNED') {
    if (held?.state === 'TERMINATED') return { kind: 'older' };
    if (held?.stateHow === how && held.stateAsOf >= told.asOf) return { kind: 'same' };
    const signedAt = how === 'notification' ? told.operatedAt : (base.signedAt ?? told.operatedAt);
    return {
      kind: held === null ? 'new' : 'newer',
      facts: {
        ...base,
        ...state,
        state: 'SIGNED',
        stateSince: held?.stateSince ?? signedAt,
        signedAt,
        // It is there after all.
        notFoundAt: null,
        notFoundProof: null,
        notFoundHow: null,
      },
      changes: [...parties, ...changed('contract_state', held?.state ?? null, 'SIGNED')],
    };
  }

  const isOurs = held !== null && (held.isOurs || held.endedBy === 'us');
  const endedBy = enderOf(told.mode, isOurs);
  if (held?.state === 'TERMINATED') {
    if (held.stateHow === how || held.confirmedProof !== null) return { kind: 'same' };
    // What the answer of our own request proved stays ours, whatever word is used for it.
    const who = held.stateHow === 'answer' ? (held.endedBy ?? endedBy) : endedBy;
    return {
      kind: 'confirmed',
      facts: {
        ...base,
        ...(isSurmised(held.stateHow) && state),
        state: 'TERMINATED',
        stateHow: isSurmised(held.stateHow) ? how : held.stateHow,
        stateSince: held.stateSince,
        stateAsOf: isSurmised(held.stateHow) ? told.asOf : held.stateAsOf,
        stateProof: isSurmised(held.stateHow) ? told.proof : held.stateProof,
        endedBy: who,
        endedMode: told.mode,
        endedAt: isSurmised(held.stateHow) ? told.operatedAt : (held.endedAt ?? told.operatedAt),
        confirmedAt: told.asOf,
        confirmedProof: told.proof,
      },
      changes: [...parties, ...changed('ended_by', held.endedBy, who)],
    };
  }
  return {
    kind: held === null ? 'new' : 'newer',
    facts: {
      ...base,
      ...state,
      state: 'TERMINATED',
      stateSince: told.operatedAt,
      endedBy,
      endedMode: told.mode,
      endedAt: told.operatedAt,
      notFoundAt: null,
      notFoundProof: null,
      notFoundHow: null,
    },
    changes: [
      ...parties,
      ...changed('contract_state', held?.state ?? null, 'TERMINATED'),
      ...changed('ended_by', held?.endedBy ?? null, endedBy),
    ],
  };
}
