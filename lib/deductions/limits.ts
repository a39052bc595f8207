import 'server-only';
import type { Db, Tx } from '@/lib/db/client';
import { platformCurrencies } from '@/lib/platform/wire/currency';
import type { ChargeLimits } from './rules';
import { defaultLimits, limitOf } from './rules';
import type { LimitRow } from './view';

type Reading = Pick<Db | Tx, 'chargeLimit'>;

/** The limits of charges in force: the defaults, and where two administrators agreed on another one, that. */
export async function loadLimits(db: Reading): Promise<ChargeLimits> {
  const rows = await db.chargeLimit.findMany();
  return {
    ...defaultLimits,
    ...Object.fromEntries(rows.map(({ currency, above, daily }) => [currency, { above, daily }])),
  };
}

const order: readonly string[] = platformCurrencies;
const placeOf = (currency: string) => (order.includes(currency) ? order.indexOf(currency) : order.length);

/** The same for a list: in the platform's order of currencies, those that it does not know last. */
export async function listLimits(db: Reading): Promise<LimitRow[]> {
  return Object.entries(await loadLimits(db))
    .sort(([one], [other]) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1))
    .map(([currency, { above, daily }]) => {
      const held = limitOf(defaultLimits, currency);
      const isChanged = above !== held?.above || daily !== held.daily;
      return { currency, above: above.toString(), daily: daily.toString(), isChanged };
    });
}
