// Verifies an evidence pack without the console that wrote it: `node verify-evidence.mjs pack.json [heads.json]`. Plain
// Node, no package. heads.json is a daily export of the newest seals, kept elsewhere. Names every byte, row or seal that
// is not what was written; ends with 0 when there is none, 1 when there is one, 2 when it could not look.
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** Keys sorted at every depth: the text that the hash of an entry, a seal and a manifest is made of. */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** The one way in which a pack is written down. */
export const packText = (pack) => `${JSON.stringify(pack, null, 1)}\n`;

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Numbers of any length in their order; of two that are no numbers, any order will do, for they are named elsewhere. */
const byNumber = (a, b) => {
  const [left, right] = [String(a), String(b)];
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
};

/** The rows of a file of lines of JSON; a row that cannot be read is a fault and no row. */
function rowsOf(files, name, faults) {
  const lines = Array.isArray(files[name]) ? files[name] : [];
  return lines.flatMap((line, index) => {
    try {
      const row = JSON.parse(line);
      if (isObject(row)) return [{ row, line: index + 1 }];
    } catch {}
    faults.push({ file: name, line: index + 1, what: 'the row cannot be read' });
    return [];
  });
}

/** Every file is what the manifest says, line by line, and there is no other. */
function checkFiles(manifest, files, faults) {
  const listed = Array.isArray(manifest.files) ? manifest.files.filter(isObject) : [];
  for (const name of Object.keys(files))
    if (!listed.some((file) => file.name === name))
      faults.push({ file: name, what: 'the file is not in the manifest' });
  for (const { name, lines: hashes } of listed) {
    const lines = files[name];
    if (!Array.isArray(lines) || !Array.isArray(hashes)) {
      faults.push({ file: name, what: 'the file is missing' });
      continue;
    }
    // A row that was taken out or put in moves those behind it: only the row itself is named.
    const moved = lines.length - hashes.length;
    let at = 0;
    while (at < Math.min(lines.length, hashes.length) && sha256(String(lines[at])) === hashes[at]) at += 1;
    if (moved !== 0) {
      const what =
        moved < 0 ? `${-moved} of its rows are missing, from here on` : `${moved} rows too many, from here on`;
      faults.push({ file: name, line: at + 1, what });
      continue;
    }
    for (const [index, line] of lines.entries())
      if (sha256(String(line)) !== hashes[index])
        faults.push({ file: name, line: index + 1, what: 'the row was altered' });
  }
}

/** Every entry has its own hash, and the seal that holds it holds that hash. */
function checkEntries(entries, members, faults) {
  const sealed = new Map(members.map(({ row }) => [row.entry, row]));
  const seen = new Set();
  for (const { row, line } of entries) {
    const { id, hash, ...rest } = row;
    const here = { file: 'entries.jsonl', line, entry: String(id) };
    if (seen.has(id)) faults.push({ ...here, what: 'the entry is there twice' });
    seen.add(id);
    if (sha256(canonicalJson(rest)) !== hash)
      faults.push({ ...here, what: 'the entry is not what its hash was made of' });
    if (sealed.get(id)?.hash !== hash) faults.push({ ...here, what: 'the entry is not the one that was sealed' });
  }
}

const sealHash = ({ hash: _, ...rest }) => sha256(canonicalJson(rest));

/** Each seal holds what it says, and each names the one before, up to the newest. */
function checkSeals(manifest, seals, members, faults) {
  const held = new Map();
  for (const { row } of members) held.set(row.seal, [...(held.get(row.seal) ?? []), row]);
  const known = new Set(seals.map(({ row }) => row.number));
  for (const number of held.keys())
    if (!known.has(number))
      faults.push({ file: 'seals.jsonl', seal: number, what: 'the seal of some entries is missing' });
  for (const [index, { row, line }] of seals.entries()) {
    const here = { file: 'seals.jsonl', line, seal: row.number };
    if (sealHash(row) !== row.hash) faults.push({ ...here, what: 'the seal is not what its hash was made of' });
    const before = seals[index - 1]?.row;
    if (before && (row.previous !== before.hash || row.number !== before.number + 1))
      faults.push({ ...here, what: `the seal does not follow the one before it, ${before.number}` });
    if (!before && row.number === 1 && row.previous !== '0'.repeat(64))
      faults.push({ ...here, what: 'the first seal names one before it' });
    const inside = held.get(row.number);
    if (!inside) continue;
    const root = sha256(
      inside
        .sort((a, b) => byNumber(a.entry, b.entry))
        .map(({ entry, hash }) => `${entry} ${hash}\n`)
        .join(''),
    );
    if (inside.length !== row.count || root !== row.root)
      faults.push({ ...here, what: 'the seal does not hold these entries' });
  }
  const head = seals.at(-1)?.row;
  if ((head?.hash ?? null) !== (manifest.head?.hash ?? null))
    faults.push({ file: 'seals.jsonl', what: 'the newest seal is not the one that the manifest names' });
}

/** Seals that somebody wrote down at the time stand in this chain. Answers how many could be compared. */
function checkHeads(heads, seals, faults) {
  const chain = new Map(seals.map(({ row }) => [row.number, row.hash]));
  const compared = heads.filter(({ number }) => chain.has(number));
  for (const { number, hash } of compared)
    if (chain.get(number) !== hash)
      faults.push({
        file: 'seals.jsonl',
        seal: number,
        what: 'the seal is not the one that was written down at the time',
      });
  return compared.length;
}

/** Where two texts part, in bytes from 0. */
function firstDifference(one, other) {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at += 1) if (one[at] !== other[at]) return at;
  return end;
}

/**
 * What is wrong with a pack, as it lies on the disk: nothing, or faults that name file, row, entry or seal. `heads` are
 * seals that were written down at the time, `{number, hash}` each.
 */
export function verifyPack(bytes, heads = []) {
  const faults = [];
  let pack;
  try {
    pack = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    return { faults: [{ what: `the pack cannot be read: ${error.message}` }], facts: null };
  }
  if (!isObject(pack) || pack.format !== 'subdesk-evidence/1' || !isObject(pack.manifest) || !isObject(pack.files))
    return { faults: [{ what: 'this is no evidence pack of a kind that is known here' }], facts: null };
  const written = Buffer.from(packText(pack));
  if (!written.equals(bytes)) {
    const at = firstDifference(written, Buffer.from(bytes));
    faults.push({ byte: at, what: `byte ${at} of the pack is not as it was written` });
  }
  const { manifest, files } = pack;
  for (const name of Object.keys(pack))
    if (!['format', 'manifest', 'manifestSha256', 'files'].includes(name))
      faults.push({ file: name, what: 'this part does not belong to a pack' });
  if (sha256(canonicalJson(manifest)) !== pack.manifestSha256)
    faults.push({ file: 'manifest', what: 'the manifest, or its hash, was altered' });
  checkFiles(manifest, files, faults);
  const entries = rowsOf(files, 'entries.jsonl', faults);
  const members = rowsOf(files, 'sealed.jsonl', faults);
  const seals = rowsOf(files, 'seals.jsonl', faults);
  checkEntries(entries, members, faults);
  checkSeals(manifest, seals, members, faults);
  const compared = checkHeads(heads, seals, faults);
  return {
    faults,
    facts: {
      about: manifest.about,
      madeAt: manifest.madeAt,
      manifestSha256: pack.manifestSha256,
      head: manifest.head,
      entries: entries.length,
      seals: seals.length,
      headsCompared: compared,
      files: Object.keys(files),
    },
  };
}

const placeOf = ({ file, line, entry, seal, byte }) =>
  [
    file,
    line !== undefined && `row ${line}`,
    entry !== undefined && `entry ${entry}`,
    seal !== undefined && `seal ${seal}`,
    byte !== undefined && `byte ${byte}`,
  ]
    .filter(Boolean)
    .join(', ') || 'pack';

function main([packFile, headsFile]) {
  if (!packFile) {
    console.error('node verify-evidence.mjs pack.json [heads.json]');
    return 2;
  }
  let bytes;
  let heads = [];
  try {
    bytes = readFileSync(packFile);
    if (headsFile) heads = JSON.parse(readFileSync(headsFile, 'utf8')).heads;
    if (!Array.isArray(heads)) throw new Error(`${headsFile} holds no heads`);
  } catch (error) {
    console.error(error.message);
    return 2;
  }
  const { faults, facts } = verifyPack(bytes, heads);
  if (facts) {
    console.log(`Evidence about ${JSON.stringify(facts.about)}, made ${facts.madeAt}`);
    console.log(
      `${facts.entries} entries, ${facts.seals} seals, newest ${facts.head?.number ?? 'none'}: ${facts.head?.hash ?? ''}`,
    );
    console.log(`Manifest ${facts.manifestSha256}: the trail of the console has the same where the pack was made.`);
    if (headsFile) console.log(`${facts.headsCompared} of ${heads.length} heads lie in this chain and were compared.`);
    else console.log('No heads were given: whether the whole chain was written anew cannot be seen.');
  }
  for (const fault of faults) console.log(`ALTERED ${placeOf(fault)}: ${fault.what}`);
  console.log(faults.length === 0 ? 'Nothing was altered.' : `${faults.length} faults.`);
  return faults.length === 0 ? 0 : 1;
}

const started = process.argv[1];
if (started && realpathSync(started) === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
