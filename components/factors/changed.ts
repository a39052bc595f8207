import type { FactorAdded } from '@/lib/factors/view';

/** What a part of the page tells when it did something: a key of `factors.done`, and codes that are to be shown. */
export type Changed = (done: 'app' | 'passkey' | 'renamed' | 'removed' | 'codes', added?: FactorAdded) => void;
