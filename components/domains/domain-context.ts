'use client';

import { createContext, useContext } from 'react';

/** What every part of a list of H5 domains knows: where it stands in its form, and what it is compared with. */
export type DomainSurroundings = {
  /** Wire path of the list, and of the website whose host is looked for among the domains. */
  list: string;
  website: string;
  /** What the list is compared with: domains in force (4.1), or those of the last attempt (4.2). */
  before: readonly string[];
  /** Each domain that leaves the list has its own tick, under this path (day F12); null: none is needed. */
  ticks: string | null;
  /** Most domains; `isHard`: no more can be typed (4.1). */
  max: number;
  isHard: boolean;
  connection: string;
  subMchid: string;
  zone: string;
  isLocked: boolean;
};

export const DomainContext = createContext<DomainSurroundings | null>(null);

/** Throws outside a form that holds domains: these parts make no sense elsewhere. */
export function useDomains(): DomainSurroundings {
  const domains = useContext(DomainContext);
  if (!domains) throw new Error('outside a list of domains');
  return domains;
}
