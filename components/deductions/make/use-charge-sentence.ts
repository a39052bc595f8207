'use client';

import { useTranslations } from 'next-intl';

/** `name`: whose contract it is; '' in common mode, where it is one's own. */
type SaidCharge = { amount: string; minor: string; tail: string; name: string };

/** The sentence of a charge: how much, both ways, to which contract, and of whom where it is somebody's. */
export function useChargeSentence(): (charge: SaidCharge) => string {
  const t = useTranslations('charge.confirm');
  return ({ amount, minor, tail, name }) =>
    t('sentence', { amount, minor, tail, name, whose: name === '' ? 'own' : 'other' });
}
