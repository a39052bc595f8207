import { z } from 'zod';
import { pageSizes } from '@/lib/address-values';
import { given } from '@/lib/sub-merchants/filters';
import { enders, standings } from './view';

/** What the register can be sorted by; in the address `sort=signed`, or `sort=-signed` for descending. */
export const contractSorts = ['updated', 'contract_id', 'signed', 'ended'] as const;
export type ContractSort = (typeof contractSorts)[number];
export const defaultContractSort = '-updated';

export const contractSources = ['import', 'by-hand', 'notification', 'sample'] as const;
export const contractHows = ['answer', 'notification', 'reading', 'import', 'staff', 'inferred', 'sample'] as const;

const day = z.iso.date();
const chosenSize = z.coerce.number().pipe(z.literal(pageSizes));

/**
 * The state of the register as its address holds it (screens 0, 12). Absent means "do not filter by this". `q`: a number,
 * its beginning or its end, our own code, or a sub_mchid. Days are those of UTC.
 */
export const contractFilters = z.object({
  standing: given(z.enum(standings)),
  q: given(z.string().trim().min(1).max(64)),
  sub_mchid: given(z.string().trim().min(1).max(32)),
  plan: given(z.string().trim().min(1).max(32)),
  how: given(z.enum(contractHows)),
  endedBy: given(z.enum(enders)),
  endedFrom: given(day),
  endedUntil: given(day),
  source: given(z.enum(contractSources)),
  sort: given(z.string().refine((text) => contractSorts.some((name) => text === name || text === `-${name}`))),
  cursor: given(z.string().max(8192)),
  size: given(chosenSize),
});
export type ContractFilters = z.output<typeof contractFilters>;

/** What narrows the register down, as its address has it. */
export function narrowedBy({ sort: _, cursor: __, size: ___, ...filters }: ContractFilters): Record<string, string> {
  const held = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(held.map(([name, value]) => [name, String(value)]));
}

/** Reads `-name` as name, descending. */
export function contractOrder(sort: string | undefined): { by: ContractSort; isDescending: boolean } {
  const text = sort ?? defaultContractSort;
  const isDescending = text.startsWith('-');
  const by = contractSorts.find((name) => name === (isDescending ? text.slice(1) : text)) ?? 'updated';
  return { by, isDescending };
}
