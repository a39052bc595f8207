import 'server-only';
import type { z } from 'zod';
import type { LocalDeed } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import { holdNames } from '@/lib/db/hold';
import { amountText, currencyCode } from '@/lib/platform/wire/currency';
import type { Change } from '@/lib/requests/view';
import type { ChargeLimit } from './rules';
import { defaultLimits, limitOf } from './rules';
import { limitChange } from './schema';

/** The version of a limit that nobody changed yet. */
const DEFAULT = '0';

type State = { currency: string; limit: ChargeLimit | null; version: string };

const parts = ['above', 'daily'] as const;

const changesOf = ({ currency, limit }: State, to: ChargeLimit): Change[] =>
  parts.flatMap((path): Change[] => {
    const from = limit && amountText(limit[path], currency);
    const after = amountText(to[path], currency);
    return from === after ? [] : [{ path, kind: from === null ? 'added' : 'changed', from, to: after }];
  });

const limitTyped = ({ above, daily }: z.output<typeof limitChange>): ChargeLimit => ({
  above: BigInt(above),
  daily: BigInt(daily),
});

const change: LocalDeed<z.output<typeof limitChange>, State> = {
  name: 'charge-limit.change',
  permission: 'policy:manage',
  input: limitChange,
  async load(tx, _about, objectId) {
    const currency = currencyCode.safeParse(objectId);
    if (!currency.success) return null;
    // Held by a name: a limit that holds by default is no row.
    await holdNames(tx, 'charge-limit', [currency.data]);
    const row = await tx.chargeLimit.findUnique({ where: { currency: currency.data } });
    return {
      currency: currency.data,
      limit: row ?? limitOf(defaultLimits, currency.data),
      version: row ? String(row.version) : DEFAULT,
    };
  },
  async versions(db, _connectionId, currencies) {
    const rows = await db.chargeLimit.findMany({ where: { currency: { in: [...currencies] } } });
    return new Map(
      currencies.map((code) => [code, String(rows.find(({ currency }) => currency === code)?.version ?? DEFAULT)]),
    );
  },
  check: (state, typed) =>
    changesOf(state, limitTyped(typed)).length === 0 ? { kind: 'conflict', rule: 'nothing-changes' } : null,
  describe: (state, typed) => ({
    objectName: state.currency,
    objectKind: 'charge-limit',
    changes: changesOf(state, limitTyped(typed)),
    policyKeys: ['policy'],
    recordVersion: state.version,
    masked: typed,
  }),
  async apply(tx, state, typed, { context, actor, at, reason }) {
    const { currency } = state;
    const data = { ...limitTyped(typed), updatedAt: at };
    await tx.chargeLimit.upsert({
      where: { currency },
      create: { currency, ...data },
      update: { ...data, version: { increment: 1 } },
    });
    await recordAudit(tx, {
      actor,
      at,
      connectionId: null,
      object: { kind: 'charge-limit', id: currency, name: currency },
      event: { action: 'charge-limit.changed', currency, changes: changesOf(state, limitTyped(typed)) },
      reason,
    });
    return {
      // What waits may fall under another row of the policy now: whoever looks at it reads it anew.
      afterCommit: () => {
        for (const connectionId of context.connections()) context.publish(connectionId, 'approvals', []);
      },
    };
  },
};

/** Changes what holds for charges of a currency; two administrators agree on it, as on any policy. */
export const changeChargeLimit = localDeed(change);
