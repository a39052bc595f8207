import { z } from 'zod';

/** What an address says of the owner: the reader, nobody, or a person by id. */
export const ownerFilter = z.union([z.enum(['mine', 'nobody']), z.uuid()]);
export type OwnerFilter = z.infer<typeof ownerFilter>;

/** The same filters for one reader: `mine` is a person by id, as the database is asked. */
export const forReader = <Filters extends { owner?: OwnerFilter | undefined }>(
  filters: Filters,
  readerId: string,
): Filters => (filters.owner === 'mine' ? { ...filters, owner: readerId } : filters);
