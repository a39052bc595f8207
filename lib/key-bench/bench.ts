// The key bench: judges a pasted sample step by step with the very functions of the receiver, and tells what each found.
// Nothing is stored, and of keys and contents only names, sizes and masks leave the server.
import type { NamedKey } from '@/lib/connections/message-keys';
import { isSerial, readSerial } from '@/lib/connections/rules';
import { maskContent } from '@/lib/notifications/mask';
import type { Addressee } from '@/lib/notifications/message';
import { openMessage } from '@/lib/notifications/message';
import type { PlatformCertificate } from '@/lib/platform/certificates';
import { bySerial, validAt } from '@/lib/platform/certificates';
import type { Resource } from '@/lib/platform/crypto/open';
import { associatedDataBytesMax, keyBytes, nonceBytes, openResource, tagBytes } from '@/lib/platform/crypto/open';
import type { Dialect } from '@/lib/platform/dialect';
import { headerNames, isProbe } from '@/lib/platform/dialect';
import { parseJson } from '@/lib/platform/json';
import { signatureWindowSeconds, verifyMessage } from '@/lib/platform/verify';
import { isStrictBase64 } from '@/lib/platform/wire/base64';
import { notificationEnvelope } from '@/lib/platform/wire/notification';
import type { BenchFinding, BenchReport } from './view';

export type Sample = { body: string; headers: string };

export type BenchWorld = {
  dialect: Dialect;
  certificates: readonly PlatformCertificate[];
  keys: readonly NamedKey[];
  addressee: Addressee;
  now: Date;
};

type Params = BenchFinding['params'];
type Step = BenchFinding['step'];

const finding = (step: Step, verdict: BenchFinding['verdict'], say: string, params: Params = {}): BenchFinding => ({
  step,
  verdict,
  say,
  params,
});
const skipped = (step: Step, say = 'not-reached') => finding(step, 'skipped', say);

/** Headers as people copy them: a line each, `Name: value` (also with `< ` or `-H '` of a tool around), or a JSON object. */
export function readHeaders(text: string): Record<string, string> {
  const json = parseJson(text.trim());
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
    return Object.fromEntries(Object.entries(json).map(([name, value]) => [name.toLowerCase(), String(value)]));
  }
  const lines = text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const named = /^\s*(?:[<>]\s*|-H\s*['"]?)?([A-Za-z][\w-]*)\s*:\s*(.*?)['"]?\s*\\?\s*$/.exec(line);
    return named?.[1] === undefined ? [] : [[named[1].toLowerCase(), named[2] ?? '']];
  });
  return Object.fromEntries(lines);
}

/** The bytes of a pasted body. What is Base64 of JSON is taken for the raw bytes: pasting keeps no line ends. */
export function readBody(text: string): { bytes: Buffer; isBase64: boolean } {
  const packed = text.replace(/\s/g, '');
  if (isStrictBase64(packed) && packed !== '') {
    const bytes = Buffer.from(packed, 'base64');
    if (parseJson(bytes) !== undefined && parseJson(text) === undefined) return { bytes, isBase64: true };
  }
  return { bytes: Buffer.from(text), isBase64: false };
}

/** Judges a sample. */
export function judgeSample({ body, headers }: Sample, world: BenchWorld): BenchReport {
  const { bytes, isBase64 } = readBody(body);
  const opened = judgeBody(bytes, isBase64, world);
  return { findings: [...judgeHeaders(headers, bytes, world), ...opened.findings], content: opened.content };
}

const headerSteps = ['time', 'serial', 'signature'] as const;

function judgeHeaders(text: string, body: Buffer, { dialect, certificates, now }: BenchWorld): BenchFinding[] {
  if (text.trim() === '') return (['headers', ...headerSteps] as const).map((step) => skipped(step, 'not-given'));
  const headers = readHeaders(text);
  const names = headerNames(dialect);
  const read = (name: string) => headers[name.toLowerCase()] ?? '';
  const needed = [names.timestamp, names.nonce, names.signature, names.serial];
  const absent = needed.filter((name) => read(name) === '');
  if (absent.length > 0) {
    const missing = finding('headers', 'wrong', 'missing', { names: absent.join(', ') });
    return [missing, ...headerSteps.map((step) => skipped(step))];
  }
  const timestamp = read(names.timestamp);
  const isTime = /^\d{1,12}$/.test(timestamp);
  const found = [finding('headers', 'ok', 'present'), judgeTime(timestamp, isTime, now)];
  if (!isTime) return [...found, judgeSerial(read(names.serial), certificates, now), skipped('signature')];
  // The signature is judged as of its own time: a sample is old, and whether it was authentic then is the question.
  const then = new Date(Number(timestamp) * 1000);
  found.push(judgeSerial(read(names.serial), certificates, then));
  if (isProbe(read(names.signature))) return [...found, finding('signature', 'note', 'probe')];
  const state = verifyMessage({ dialect, headers, body }, certificates, then);
  if (state === 'valid') return [...found, finding('signature', 'ok', 'valid')];
  return [...found, state === 'unknown-serial' ? skipped('signature') : finding('signature', 'wrong', 'wrong')];
}

function judgeTime(timestamp: string, isTime: boolean, now: Date): BenchFinding {
  if (!isTime) return finding('time', 'wrong', 'not-seconds');
  const seconds = Math.round(now.getTime() / 1000) - Number(timestamp);
  const isInWindow = Math.abs(seconds) <= signatureWindowSeconds;
  const params = { seconds: Math.abs(seconds), window: signatureWindowSeconds };
  return finding('time', isInWindow ? 'ok' : 'note', isInWindow ? 'in-window' : seconds > 0 ? 'old' : 'ahead', params);
}

function judgeSerial(serial: string, certificates: readonly PlatformCertificate[], at: Date): BenchFinding {
  const held = bySerial(certificates, serial);
  if (held) {
    const isValid = validAt([held], at).length > 0;
    return finding('serial', isValid ? 'ok' : 'wrong', isValid ? 'held' : 'not-valid-then', { serial: held.serial });
  }
  const typed = readSerial(serial);
  const meant = typed && certificates.find((certificate) => isSerial(typed, certificate.serial));
  if (meant) return finding('serial', 'wrong', 'decimal', { serial: meant.serial });
  return finding('serial', 'wrong', 'unknown', { serial: serial.slice(0, 64) });
}

const bodySteps = ['envelope', 'keys', 'nonce', 'associated-data', 'ciphertext', 'tag', 'content', 'ours'] as const;

function judgeBody(body: Buffer, isBase64: boolean, world: BenchWorld): BenchReport {
  const findings: BenchFinding[] = [];
  const rest = (after: (typeof bodySteps)[number] | 'json', say?: string) =>
    bodySteps.slice(after === 'json' ? 0 : bodySteps.indexOf(after) + 1).map((step) => skipped(step, say));
  const ended = (report: BenchFinding[]): BenchReport => ({ findings: [...findings, ...report], content: [] });
  const json = parseJson(body);
  if (json === undefined)
    return ended([finding('json', 'wrong', body.length === 0 ? 'empty' : 'not-json'), ...rest('json')]);
  findings.push(finding('json', 'ok', isBase64 ? 'from-base64' : 'json', { bytes: body.length }));
  const envelope = notificationEnvelope.safeParse(json);
  if (!envelope.success) {
    const paths = [...new Set(envelope.error.issues.map(({ path }) => path.map(String).join('.') || '{}'))];
    return ended([finding('envelope', 'wrong', 'not-one', { paths: paths.join(', ') }), ...rest('envelope')]);
  }
  const { resource, event_type: eventType, id } = envelope.data;
  findings.push(finding('envelope', 'ok', 'one', { eventType, id }), judgeKeys(world.keys), ...judgeResource(resource));
  if (findings.some(({ step, verdict }) => resourceSteps.includes(step) && verdict === 'wrong')) {
    return ended(rest('ciphertext'));
  }
  const opens = world.keys.find(({ key }) => Buffer.isBuffer(openResource(resource, key)));
  if (!opens) return ended([finding('tag', 'wrong', 'no-key', { count: world.keys.length }), ...rest('tag')]);
  findings.push(finding('tag', 'ok', opens.place, { name: opens.fingerprint }));
  const read = openMessage(body, [opens], world.addressee);
  const inside = openResource(resource, opens.key);
  const content = Buffer.isBuffer(inside) ? parseJson(inside) : undefined;
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return ended([finding('content', 'wrong', 'not-an-object'), ...rest('content')]);
  }
  const members = Object.fromEntries(Object.entries(content));
  findings.push(finding('content', 'ok', 'object', { count: Object.keys(members).length }));
  const isForeign = read.kind === 'unusable' && read.cause === 'foreign';
  const { mchid, mode } = world.addressee;
  const named = mode === 'institutional' ? 'sp_mchid' : 'mchid';
  const isNamed = members[named] !== undefined && members[named] !== null;
  findings.push(
    finding('ours', isForeign ? 'wrong' : 'ok', isForeign ? 'foreign' : isNamed ? 'ours' : 'unnamed', { named, mchid }),
  );
  return { findings, content: linesOf(maskContent(members), '').slice(0, LINES_MAX) };
}

const LINES_MAX = 100;
const VALUE_CHARACTERS_MAX = 200;

/** The values of a content, each with its path. */
function linesOf(value: unknown, path: string): BenchReport['content'] {
  if (typeof value !== 'object' || value === null)
    return [{ path, value: String(value).slice(0, VALUE_CHARACTERS_MAX) }];
  return Object.entries(value).flatMap(([name, inner]) => linesOf(inner, path === '' ? name : `${path}.${name}`));
}

function judgeKeys(keys: readonly NamedKey[]): BenchFinding {
  const odd = keys.filter(({ key }) => key.length !== keyBytes).length;
  if (keys.length === 0) return finding('keys', 'wrong', 'none');
  return odd > 0
    ? finding('keys', 'wrong', 'odd', { count: odd })
    : finding('keys', 'ok', 'all', { count: keys.length });
}

const resourceSteps: readonly Step[] = ['nonce', 'associated-data', 'ciphertext'];

/** The parts of a resource by their own form, which no key changes. */
function judgeResource({ nonce, ciphertext, associated_data: given }: Resource): BenchFinding[] {
  const data = given ?? '';
  const bytes = { nonce: Buffer.byteLength(nonce), data: Buffer.byteLength(data), sealed: 0 };
  const isBase64 = isStrictBase64(ciphertext);
  if (isBase64) bytes.sealed = Buffer.from(ciphertext, 'base64').length;
  const isNonce = bytes.nonce === nonceBytes;
  return [
    finding('nonce', isNonce ? 'ok' : 'wrong', isNonce ? 'right' : 'length', {
      bytes: bytes.nonce,
      needed: nonceBytes,
    }),
    bytes.data > associatedDataBytesMax
      ? finding('associated-data', 'wrong', 'too-long', { bytes: bytes.data, max: associatedDataBytesMax })
      : finding('associated-data', 'ok', data === '' ? 'absent' : 'present', { bytes: bytes.data, text: data }),
    isBase64 && bytes.sealed >= tagBytes
      ? finding('ciphertext', 'ok', 'sealed', { bytes: bytes.sealed - tagBytes })
      : finding('ciphertext', 'wrong', isBase64 ? 'too-short' : 'not-base64', { bytes: bytes.sealed, min: tagBytes }),
  ];
}
