import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson as ours } from '../lib/audit/record';
import { canonicalJson, packText, verifyPack } from './verify-evidence.mjs';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

type Row = Record<string, unknown>;
type Files = Record<string, string[]>;

/** Entries in seals of three, chained; the pack is about every second one. */
function samplePack() {
  const all = Array.from({ length: 9 }, (_, index) => {
    const rest = {
      action: 'policy.changed',
      at: '2026-11-28T08:00:00.000Z',
      data: { key: `k${index}`, 'né"w': [1, null] },
    };
    return { id: String(index + 1), ...rest, hash: sha256(canonicalJson(rest)) };
  });
  const seals: (Row & { hash: string })[] = [];
  const members: Row[] = [];
  for (let number = 1; number <= 3; number += 1) {
    const inside = all.slice(number * 3 - 3, number * 3);
    for (const { id, hash } of inside) members.push({ entry: id, hash, seal: number });
    const root = sha256(inside.map(({ id, hash }) => `${id} ${hash}\n`).join(''));
    const previous = seals.at(-1)?.hash ?? '0'.repeat(64);
    const rest = { number, at: '2026-11-28T09:00:00.000Z', previous, root, count: 3, lastId: String(number * 3) };
    seals.push({ ...rest, hash: sha256(canonicalJson(rest)) });
  }
  const lines = (rows: object[]) => rows.map((row) => canonicalJson(row));
  const files = {
    'README.txt': ['What this is', '', '中文 and “quotes”'],
    'entries.jsonl': lines(all.filter((_, index) => index % 2 === 0)),
    'requests.jsonl': lines([{ id: 'r1', outcome: 'accepted' }]),
    'sealed.jsonl': lines(members),
    'seals.jsonl': lines(seals),
  };
  return { files, head: { number: 3, hash: seals[2]?.hash }, seals };
}

/** A pack around these files, its manifest made to fit: what whoever forges one would do. */
function packOf(files: Files, head: unknown) {
  const manifest = {
    about: { about: 'period' },
    madeAt: '2026-11-28T10:00:00.000Z',
    head,
    files: Object.entries(files).map(([name, lines]) => ({ name, lines: lines.map(sha256) })),
  };
  return { format: 'subdesk-evidence/1', manifest, manifestSha256: sha256(canonicalJson(manifest)), files };
}

const verify = (pack: unknown, heads: unknown[] = []) => verifyPack(Buffer.from(packText(pack)), heads);
const sample = samplePack();
const whole = packOf(sample.files, sample.head);
const bytes = Buffer.from(packText(whole));

/** The same line with a member changed. */
const with_ = (line: string | undefined, change: Row) => canonicalJson({ ...JSON.parse(line ?? ''), ...change });

describe('an evidence pack', () => {
  it('that nobody touched has no fault', () => {
    expect(verifyPack(bytes).faults).toEqual([]);
    expect(verifyPack(bytes, sample.seals).facts).toMatchObject({ entries: 5, seals: 3, headsCompared: 3 });
  });

  it('shows any byte that is another one, or none, or one too many', () => {
    const place = fc.integer({ min: 0, max: bytes.length - 1 });
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 255 }), fc.constantFrom('other', 'gone', 'more'), (at, by, how) => {
        const byte = Buffer.from([((bytes[at] ?? 0) + by) % 256]);
        const after = how === 'more' ? at : at + 1;
        const altered = Buffer.concat([
          bytes.subarray(0, at),
          ...(how === 'gone' ? [] : [byte]),
          bytes.subarray(after),
        ]);
        if (altered.equals(bytes)) return;
        const { faults } = verifyPack(altered);
        expect(faults.length).toBeGreaterThan(0);
        for (const fault of faults) expect(fault.what).not.toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it('names the row of any file that was altered, and where rows were taken out or put in', () => {
    const places = Object.entries(sample.files).flatMap(([name, lines]) => lines.map((_, index) => ({ name, index })));
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.constantFrom('altered', 'out', 'in'), ({ name, index }, how) => {
        const files: Files = structuredClone(sample.files);
        const row = `${files[name]?.[index]} `;
        files[name]?.splice(index, how === 'in' ? 0 : 1, ...(how === 'out' ? [] : [row]));
        const { faults } = verify({ ...whole, files });
        expect(faults).toContainEqual(expect.objectContaining({ file: name, line: index + 1 }));
      }),
    );
  });

  it('names a file that is missing and one that does not belong to it', () => {
    const { 'requests.jsonl': _, ...without } = sample.files;
    expect(verify({ ...whole, files: without }).faults).toContainEqual(
      expect.objectContaining({ file: 'requests.jsonl', what: 'the file is missing' }),
    );
    expect(verify({ ...whole, files: { ...sample.files, 'more.txt': ['x'] } }).faults).toContainEqual(
      expect.objectContaining({ file: 'more.txt' }),
    );
  });

  it('names the entry though the manifest was made to fit', () => {
    const files: Files = structuredClone(sample.files);
    const entries = files['entries.jsonl'] ?? [];
    entries[1] = with_(entries[1], { action: 'policy.read' });
    expect(verify(packOf(files, sample.head)).faults).toContainEqual(
      expect.objectContaining({ file: 'entries.jsonl', line: 2, entry: '3' }),
    );
    // With a hash of its own that fits too.
    const { id: _, hash: __, ...rest } = JSON.parse(entries[1] ?? '');
    entries[1] = with_(entries[1], { hash: sha256(canonicalJson(rest)) });
    expect(verify(packOf(files, sample.head)).faults).toContainEqual(
      expect.objectContaining({ entry: '3', what: 'the entry is not the one that was sealed' }),
    );
  });

  it('names the seal though everything before it was made to fit', () => {
    const files: Files = structuredClone(sample.files);
    const sealed = files['sealed.jsonl'] ?? [];
    sealed[3] = with_(sealed[3], { hash: 'f'.repeat(64) });
    expect(verify(packOf(files, sample.head)).faults).toContainEqual(
      expect.objectContaining({ file: 'seals.jsonl', seal: 2, what: 'the seal does not hold these entries' }),
    );
    sealed.splice(3, 1);
    expect(verify(packOf(files, sample.head)).faults).toContainEqual(expect.objectContaining({ seal: 2 }));
    const seals = files['seals.jsonl'] ?? [];
    const { hash: _, ...rest } = { ...JSON.parse(seals[1] ?? ''), count: 2 };
    seals[1] = canonicalJson({ ...rest, hash: sha256(canonicalJson(rest)) });
    expect(verify(packOf(files, sample.head)).faults).toContainEqual(
      expect.objectContaining({ seal: 3, what: 'the seal does not follow the one before it, 2' }),
    );
  });

  it('shows a chain that was written anew from the first seal on, by a head that was kept elsewhere', () => {
    const kept = { number: 3, hash: 'a'.repeat(64) };
    expect(verify(whole).faults).toEqual([]);
    expect(verify(whole, [kept]).faults).toEqual([expect.objectContaining({ seal: 3 })]);
  });

  it('of another kind, or no pack at all, is refused in words', () => {
    for (const other of ['', '{', '[]', 'null', '{}', '{"format":"subdesk-evidence/2"}'])
      expect(verifyPack(Buffer.from(other)).faults).toHaveLength(1);
  });
});

it('writes an entry in the same form as the console does, whatever is in it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(value)).toBe(ours(value));
    }),
  );
});
