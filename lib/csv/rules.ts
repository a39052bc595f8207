import type { Issue } from '@/lib/result';

/** The largest file that is taken, in bytes. */
export const fileBytesMax = 16 * 1024 * 1024;

/** The most rows that one file may have, its header not counted. */
export const fileRowsMax = 20_000;

const inMiB = (bytes: number) => Math.ceil((bytes / 1024 / 1024) * 10) / 10;

/** What is wrong with a file of this many bytes: both sizes in MiB. Null when nothing is. */
export const sizeIssue = (bytes: number): Issue | null =>
  bytes > fileBytesMax
    ? { path: 'file', rule: 'file-too-large', params: { size: inMiB(bytes), max: inMiB(fileBytesMax) } }
    : null;
