import { z } from 'zod';
import { importCounts, importDeeds, importOutcome, importRemark } from '@/lib/sub-merchants/import-report';

/** One row of a dry run of contracts: what would be done, and what is to be said. A row with an error is not applied. */
export const contractImportRow = z.object({
  /** As a spreadsheet numbers it: the header is row 1. */
  number: z.number(),
  contractId: z.string(),
  subMchid: z.string(),
  verdict: z.enum(['ok', 'warning', 'error']),
  deed: z.enum(importDeeds),
  changes: z.array(z.string()),
  remarks: z.array(importRemark),
  /** Version of the contract that was looked at; null where there was none. */
  version: z.number().nullable(),
  /** What became of it once applied. */
  outcome: z.enum(['created', 'updated', 'unchanged', 'refused']).nullable(),
});
export type ContractImportRow = z.infer<typeof contractImportRow>;

/** What is sealed with the file: the rows in its order, and how many of them are done. */
export const contractReport = z.object({
  unknownColumns: z.array(z.string()),
  rows: z.array(contractImportRow),
  done: z.number(),
});
export type ContractReport = z.infer<typeof contractReport>;

/** An import of contracts as its page shows it. Times are ISO 8601 in UTC. */
export const contractImport = z.object({
  id: z.string(),
  fileName: z.string(),
  state: z.enum(['checked', 'applied']),
  createdAt: z.string(),
  appliedAt: z.string().nullable(),
  rowCount: z.number(),
  isFileHeld: z.boolean(),
  counts: importCounts,
  outcome: importOutcome.nullable(),
  unknownColumns: z.array(z.string()),
  rows: z.array(contractImportRow),
});
export type ContractImport = z.infer<typeof contractImport>;
