'use client';

import { createContext, useContext } from 'react';
import type { ChargeIds } from '@/lib/deductions/rules';
import type { AlikeOrder } from '@/lib/deductions/values';

/** What every part of the form of a charge knows. */
export type ChargeSurroundings = {
  connection: string;
  contractId: string;
  ids: ChargeIds;
  alikes: AlikeOrder[];
  /** The number went out before: it stays. */
  isNumberFixed: boolean;
  /** The category that the record of the sub-merchant has; '' where none is held. */
  recordMcc: string;
  currencies: { value: string; label: string }[];
  zone: string;
};

export const ChargeContext = createContext<ChargeSurroundings | null>(null);

export function useCharge(): ChargeSurroundings {
  const held = useContext(ChargeContext);
  if (!held) throw new Error('a part of the form of a charge stands outside of it');
  return held;
}
