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

/** The same for a list: in the platform's order of currencies, those that it does not know last. */
export async function listLimits(db: Reading): Promise<LimitRow[]> {
  const limits = await loadLimits(db);
  const known: string[] = platformCurrencies.filter((code) => Object.hasOwn(limits, code));
  const others = Object.keys(limits).filter((code) => !known.includes(code));
  return [...known, ...others.sort()].flatMap((currency) => {
    const limit = limitOf(limits, currency);
    const held = limitOf(defaultLimits, currency);
    return limit === null
      ? []
      : [
          {
            currency,
            above: limit.above.toString(),
            daily: limit.daily.toString(),
            isChanged: limit.above !== held?.above || limit.daily !== held.daily,
          },
        ];
  });
}
