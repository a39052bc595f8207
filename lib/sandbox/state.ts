// What the platform remembers. It is on disk before any answer that depends on it leaves, so an effect that a client
// has seen is never lost, and one that was lost with a killed process was never answered.
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { H5AuthorizationState } from '../platform/wire/enums';
import type { ApplicationBook } from './applications';
import { bookOf } from './applications';
import type { ContractBook } from './contracts';
import { contractsOf } from './contracts';
import type { MediaBook } from './media-book';
import { emptyMedia } from './media-book';
import { ordersOf } from './order-samples';
import type { OrderBook } from './orders';
import type { Outbox } from './outbox';
import { emptyOutbox } from './outbox';
import type { WorldSubMerchant } from './world';
import { world } from './world';

/** A sub-merchant as held now. */
export type HeldSubMerchant = WorldSubMerchant & {
  /** What a lifted penalty gives back. */
  stateBeforePenalty?: H5AuthorizationState;
  /** The next H5 application of this one cannot be created (§3.2 APPLICATION_FAILED). */
  nextApplicationFails?: boolean;
  updatedAt?: string;
};

/** One Idempotency-Key and the answer it got (protocol notes 10.5). */
export type LedgerEntry = {
  method: string;
  path: string;
  bodySha256: string;
  status: number;
  code?: string;
  body: string;
  language: 'en' | 'zh-CN';
  /** Milliseconds since 1970. */
  at: number;
};

export type Effects = { modifications: number; keys: string[] };
/**
 * Who decides. `auto`: time does, as `verdict` says. In both, what is PENDING goes under review by itself after
 * `pendingMs` (protocol notes 9.4: about a minute).
 */
export type Review = {
  mode: 'manual' | 'auto';
  afterMs: number;
  pendingMs: number;
  verdict: 'APPROVED' | 'REJECTED';
  reason?: string;
};

/** What the platform does with characters that take four bytes in UTF-8. */
export type TextRules = { fourByte: 'accept' | 'refuse' };

export type SandboxState = ApplicationBook &
  ContractBook &
  OrderBook &
  MediaBook &
  Outbox & {
    version: 1;
    subMerchants: Record<string, HeldSubMerchant>;
    ledger: Record<string, LedgerEntry>;
    effects: Record<string, Effects>;
    review: Review;
    /** Absent in files from before there was a choice: accepted. */
    text?: TextRules;
    /** Added to the clock, for tests that must travel. */
    clockOffsetMs: number;
  };

/** The state in memory, with its file. */
export type Store = {
  readonly state: SandboxState;
  /** Puts the state as it is now on disk; resolves when it is there. Calls that meet share one write. */
  commit: () => Promise<void>;
  /** Resolves when everything changed so far is on disk. */
  settled: () => Promise<void>;
  /** Back to the sample world: nothing edited, no keys known, no effects. The caller commits. */
  reset: () => void;
};

/** How long a key is remembered, in milliseconds (protocol notes 10.5). */
export const ledgerLifeMs = 24 * 3_600_000;

const firstReview: Review = { mode: 'manual', afterMs: 5_000, pendingMs: 60_000, verdict: 'APPROVED' };

const fresh = (): SandboxState => ({
  version: 1,
  subMerchants: Object.fromEntries(world.map((entry) => [entry.sub_mchid, structuredClone(entry)])),
  ledger: {},
  effects: {},
  review: { ...firstReview },
  clockOffsetMs: 0,
  ...bookOf(world),
  ...contractsOf(world),
  ...ordersOf(contractsOf(world)),
  ...emptyMedia(),
  ...emptyOutbox(),
});

// Only we write this file, so its outline is checked and its rows are trusted: another program's file is not taken.
const outline = z.looseObject({
  version: z.literal(1),
  subMerchants: z.record(z.string(), z.looseObject({ sub_mchid: z.string() })),
  ledger: z.record(z.string(), z.looseObject({ bodySha256: z.string() })),
  effects: z.record(z.string(), z.object({ modifications: z.int(), keys: z.array(z.string()) })),
  review: z.object({ mode: z.enum(['manual', 'auto']), afterMs: z.number() }),
  clockOffsetMs: z.number(),
  // Files from before there were applications, contracts, orders, notifications and pictures have none of them.
  applications: z.array(z.looseObject({ applyment_id: z.string() })).optional(),
  contracts: z.record(z.string(), z.looseObject({ contract_id: z.string() })).optional(),
  orders: z.record(z.string(), z.looseObject({ out_trade_no: z.string() })).optional(),
  charges: z.array(z.looseObject({ transaction_id: z.string() })).optional(),
  notifications: z.array(z.looseObject({ n: z.int(), id: z.string() })).optional(),
  media: z.record(z.string(), z.object({ sha256: z.string(), type: z.string() })).optional(),
});

async function load(file: string): Promise<SandboxState> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw new Error('state.json of the sandbox cannot be read', { cause });
  });
  if (text === null) return fresh();
  const json: unknown = JSON.parse(text);
  outline.parse(json);
  const kept = json as Omit<SandboxState, keyof (ApplicationBook & ContractBook & OrderBook & MediaBook & Outbox)>;
  // A file from before there was more than one way to review lacks some of it.
  const review = { ...firstReview, ...kept.review };
  const held = Object.values(kept.subMerchants);
  return {
    ...bookOf(held),
    ...contractsOf(held),
    ...ordersOf(contractsOf(held)),
    ...emptyMedia(),
    ...emptyOutbox(),
    ...kept,
    review,
  };
}

async function writeAtomically(file: string, text: string) {
  const next = `${file}.new`;
  const handle = await open(next, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, file);
  // The new name is only safe once the folder is written too.
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Opens the state of `stateDir` (null: memory only). Throws when a file is there and is not ours. */
export async function openStore(stateDir: string | null): Promise<Store> {
  const file = stateDir === null ? null : join(stateDir, 'state.json');
  if (stateDir !== null) await mkdir(stateDir, { recursive: true, mode: 0o700 });
  const state = file === null ? fresh() : await load(file);
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const start = (): Promise<void> => {
    if (file === null) return Promise.resolve();
    const write = writeAtomically(file, JSON.stringify(state)).finally(() => {
      if (running === write) running = null;
    });
    running = write;
    return write;
  };
  // A write that has begun holds the state of an earlier moment: whoever comes later waits for the one after it.
  const commit = (): Promise<void> => {
    if (running === null) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
  return {
    state,
    commit,
    settled: async () => {
      await (next ?? running);
    },
    reset: () => {
      Object.assign(state, fresh());
    },
  };
}

/** What a record holds of its own: names come from callers, and `constructor` is one that every object answers to. */
export const own = <T>(record: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Forgets keys older than a day. */
export function pruneLedger(state: SandboxState, nowMs: number) {
  for (const [key, entry] of Object.entries(state.ledger)) {
    if (nowMs - entry.at >= ledgerLifeMs) delete state.ledger[key];
  }
}

/** Counts an effect on a sub-merchant, an application, a contract or an order, once for each call that had one. `key`: of its header. */
export function countEffect(state: SandboxState, name: string, key: string | null) {
  const effects = own(state.effects, name) ?? { modifications: 0, keys: [] };
  state.effects[name] = effects;
  effects.modifications += 1;
  if (key !== null) effects.keys.push(key);
}
