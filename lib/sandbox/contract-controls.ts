// `/_sandbox/contracts*`: contracts that a tester wants to have, and what their payers do with them.
import { z } from 'zod';
import { tellOfContract } from './contract-news';
import type { HeldContract } from './contracts';
import { endContract, sampleContract } from './contracts';
import type { ControlAnswer } from './control-answer';
import { no, ok, withBody } from './control-answer';
import type { Platform } from './reply';
import type { SandboxState } from './state';
import { own } from './state';

/** New contracts, signed now. With `count` their numbers go on from `contract_id`, which ends in digits then. */
const newContracts = z
  .strictObject({
    /** Whose; without it the merchant's in common mode. */
    sub_mchid: z.string().min(1).max(32).optional(),
    contract_id: z.string().min(1).max(64).optional(),
    count: z.int().min(1).max(20_000).default(1),
    plan_id: z.int().nonnegative().optional(),
    /** Whether the institution is told of each (PAPAY.SIGN). */
    notify: z.boolean().default(false),
  })
  .refine(
    ({ contract_id: id, count }) => id === undefined || count === 1 || /\d{1,15}$/.test(id),
    'a number to go on from',
  );

const modes = { payer: 'USER', merchant: 'MERCHANT', platform: 'PLATFORM', expiry: 'EXPIRED' } as const;
const ending = z.strictObject({
  /** Who ends it, elsewhere than through 4.3. */
  by: z.enum(['payer', 'merchant', 'platform', 'expiry']).default('payer'),
  notify: z.boolean().default(true),
});

/** Answers a control of contracts; null when the path is none of them. */
export async function contractControl(
  { store, now }: Platform,
  request: { method: string; path: readonly string[]; body: unknown },
): Promise<ControlAnswer | null> {
  const { state } = store;
  const [room = '', name = '', deed = ''] = request.path;
  if (room !== 'contracts' || deed !== '') return null;
  const changed = async (json: unknown) => {
    await store.commit();
    return ok(json);
  };
  if (name === '') {
    if (request.method === 'GET') return ok(Object.values(state.contracts));
    return withBody(newContracts, request.body, (body) => {
      const made = addContracts(state, body, now());
      if (body.notify) for (const contract of made) tellOfContract(state, contract, 'PAPAY.SIGN', now());
      return changed({ contract_ids: made.map(({ contract_id }) => contract_id) });
    });
  }
  const contract = own(state.contracts, decodeURIComponent(name));
  if (!contract) return no(404, `no contract ${name}`);
  if (request.method === 'GET') return ok(contract);
  return withBody(ending, request.body, ({ by, notify }) => {
    if (contract.state !== 'SIGNED') return no(400, 'it has ended already');
    endContract(contract, modes[by], now());
    if (notify) tellOfContract(state, contract, 'PAPAY.TERMINATE', now());
    return changed(contract);
  });
}

function addContracts(state: SandboxState, body: z.output<typeof newContracts>, now: Date): HeldContract[] {
  const { sub_mchid, count, plan_id } = body;
  const held = Object.keys(state.contracts).length;
  const first = body.contract_id ?? `202607${sub_mchid ?? '1900002299'}${String(held + 1).padStart(6, '0')}`;
  const [digits = ''] = /\d{0,15}$/.exec(first) ?? [];
  return Array.from({ length: count }, (_, index) => {
    const number = String(Number(digits) + index).padStart(digits.length, '0');
    const id = index === 0 ? first : `${first.slice(0, first.length - digits.length)}${number}`;
    const mode = sub_mchid === undefined ? 'common' : 'institutional';
    const made = sampleContract(id, { mode, sub_mchid, number: held + index + 1, signed: now, plan_id });
    state.contracts[id] = made;
    return made;
  });
}
