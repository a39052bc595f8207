/**
 * From which amount on a charge takes a second person, and how much one person may charge within 24 hours (day 5, features
 * row 46), in minor units by currency. A currency without a row always takes a second person, and has no cap.
 */
export type ChargeLimit = { above: bigint; daily: bigint };

const limits: Record<string, ChargeLimit> = {
  HKD: { above: 100_000n, daily: 2_000_000n },
  CNY: { above: 100_000n, daily: 2_000_000n },
  MOP: { above: 100_000n, daily: 2_000_000n },
  TWD: { above: 400_000n, daily: 8_000_000n },
  USD: { above: 12_500n, daily: 250_000n },
  EUR: { above: 12_500n, daily: 250_000n },
  GBP: { above: 10_000n, daily: 200_000n },
  SGD: { above: 17_500n, daily: 350_000n },
  JPY: { above: 20_000n, daily: 400_000n },
};

/** The limit of a currency; null where there is none. */
export const limitOf = (currency: string): ChargeLimit | null =>
  Object.hasOwn(limits, currency) ? (limits[currency] ?? null) : null;

/** The row of the policy that a charge falls under. */
export const policyKeyOf = (total: bigint, currency: string): 'deduction.charge' | 'deduction.charge-large' => {
  const limit = limitOf(currency);
  return limit !== null && total <= limit.above ? 'deduction.charge' : 'deduction.charge-large';
};
