import type { Issue } from '@/lib/result';

/** Most bytes of one file that proves something (decisions 4). */
export const EVIDENCE_BYTES_MAX = 2 * 1024 * 1024;
/** Most files that go with one deed. */
export const EVIDENCE_FILES_MAX = 5;

/** What is wrong with a file of this size, or null. */
export function evidenceIssue(sizeBytes: number): Issue | null {
  if (sizeBytes === 0) return { path: 'evidence', rule: 'file-empty' };
  if (sizeBytes <= EVIDENCE_BYTES_MAX) return null;
  return { path: 'evidence', rule: 'file-too-large', params: { maxMb: EVIDENCE_BYTES_MAX / 1024 / 1024 } };
}
