// Every call that reached the sandbox, for tests and for the page. No bodies: their hash says whether two were equal.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One call. `status` is null while it is open and when it never got an answer; `note` then says why. */
export type JournalEntry = {
  n: number;
  at: string;
  operation: string | null;
  method: string;
  /** With query, as on the wire. */
  path: string;
  idempotencyKey: string | null;
  /** Serial number of the platform certificate that sealed the body. */
  serial: string | null;
  bodySha256: string;
  /** mchid of the Authorization header, verified or not. */
  mchid: string | null;
  requestId: string | null;
  status: number | null;
  code: string | null;
  /** True when this very call changed the world. */
  effect: boolean;
  /** True when the answer came from the Idempotency-Key ledger. */
  replayed: boolean;
  /** The armed fault that this call met. */
  fault: string | null;
  note: string | null;
};

export type Journal = {
  entries: JournalEntry[];
  begin: (call: Omit<JournalEntry, 'n'>) => JournalEntry;
  /** Writes an entry down; call it once, when what happens to the call is decided. */
  end: (entry: JournalEntry) => void;
  clear: () => void;
};

const entriesMax = 5_000;

/** Opens `journal.jsonl` of `stateDir` (null: memory only); keeps the newest 5,000 calls. */
export function openJournal(stateDir: string | null): Journal {
  const file = stateDir === null ? null : join(stateDir, 'journal.jsonl');
  const entries: JournalEntry[] = file !== null && existsSync(file) ? readEntries(file).slice(-entriesMax) : [];
  if (file !== null) rewrite(file, entries);
  let last = entries.at(-1)?.n ?? 0;
  return {
    entries,
    begin: (call) => {
      last += 1;
      const entry = { n: last, ...call };
      entries.push(entry);
      if (entries.length > entriesMax) entries.shift();
      return entry;
    },
    end: (entry) => {
      if (file !== null) appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    },
    clear: () => {
      entries.length = 0;
      last = 0;
      if (file !== null) rewrite(file, []);
    },
  };
}

const rewrite = (file: string, entries: JournalEntry[]) =>
  writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 });

// A process that was killed may leave half a last line; the calls before it still count.
function readEntries(file: string): JournalEntry[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as JournalEntry];
      } catch {
        return [];
      }
    });
}
