import { z } from 'zod';

/** One thing to say of one cell. `column` is '' for the row as a whole; `value` is what stood there, masked if personal. */
export const importRemark = z.object({
  severity: z.enum(['error', 'warning']),
  column: z.string(),
  rule: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  value: z.string().nullable(),
});
export type ImportRemark = z.infer<typeof importRemark>;

export const importDeeds = ['create', 'update', 'unchanged', 'none'] as const;

/** One row of a dry run: what would be done, and what is to be said. A row with an error is not applied. */
export const importRow = z.object({
  /** As a spreadsheet numbers it: the header is row 1. */
  number: z.number(),
  subMchid: z.string(),
  name: z.string(),
  verdict: z.enum(['ok', 'warning', 'error']),
  deed: z.enum(importDeeds),
  /** Wire paths that change. */
  changes: z.array(z.string()),
  remarks: z.array(importRemark),
  /** Version of the record that was looked at; null where there was none. */
  version: z.number().nullable(),
  /** What became of it once applied. */
  outcome: z.enum(['created', 'updated', 'unchanged', 'refused']).nullable(),
});
export type ImportRow = z.infer<typeof importRow>;

export const importCounts = z.object({
  create: z.number(),
  update: z.number(),
  unchanged: z.number(),
  errors: z.number(),
  warnings: z.number(),
});
export type ImportCounts = z.infer<typeof importCounts>;

/** How many rows became what; `refused` are those that were left out. */
export const importOutcome = z.object({
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  refused: z.number(),
});
export type ImportOutcome = z.infer<typeof importOutcome>;

/** What is sealed with the file: the rows in its order, and how many of them are done. */
export const importReport = z.object({
  unknownColumns: z.array(z.string()),
  rows: z.array(importRow),
  done: z.number(),
});
export type ImportReport = z.infer<typeof importReport>;

/** An import as its page shows it. Times are ISO 8601 in UTC. */
export const importView = z.object({
  id: z.string(),
  fileName: z.string(),
  state: z.enum(['checked', 'applied']),
  createdAt: z.string(),
  appliedAt: z.string().nullable(),
  rowCount: z.number(),
  /** SHA-256 of the file, hex; null where it was not kept. */
  sha256: z.string().nullable(),
  /** False once the file is purged: nothing can be applied or given back any more. */
  isFileHeld: z.boolean(),
  counts: importCounts,
  outcome: importOutcome.nullable(),
  unknownColumns: z.array(z.string()),
  rows: z.array(importRow),
});
export type ImportView = z.infer<typeof importView>;

/** What became of the rows that are done. */
export function outcomeOf(rows: readonly Pick<ImportRow, 'outcome'>[]): ImportOutcome {
  const count = (outcome: ImportRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    refused: count('refused'),
  };
}

export function countsOf(rows: readonly Pick<ImportRow, 'deed' | 'verdict'>[]): ImportCounts {
  const count = (holds: (row: Pick<ImportRow, 'deed' | 'verdict'>) => boolean) => rows.filter(holds).length;
  return {
    create: count(({ deed }) => deed === 'create'),
    update: count(({ deed }) => deed === 'update'),
    unchanged: count(({ deed }) => deed === 'unchanged'),
    errors: count(({ verdict }) => verdict === 'error'),
    warnings: count(({ verdict }) => verdict === 'warning'),
  };
}
