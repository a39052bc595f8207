// How the platform reads a JSON body, and how it says what is wrong with one (§7 detail).
import type { RuleFailure } from '../platform/wire/rules';
import type { Call, Detail, Reply } from './reply';
import { failure } from './reply';
import type { SandboxState } from './state';
import type { Language, MessageName } from './texts';
import { issueText, say } from './texts';

const pointer = (path: PropertyKey[]) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Personal values are not repeated in an error: contact, people's documents, the settlement account. */
const isPersonal = (path: PropertyKey[]) =>
  ['contact', 'director', 'principal', 'settlement_bank_number'].includes(String(path[0]));

function shown(json: unknown, path: PropertyKey[]): string {
  if (isPersonal(path)) return '***';
  let value: unknown = json;
  for (const part of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[part];
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return [...text].slice(0, 256).join('');
}

/** A refusal in one language: status, code and message, with its detail. */
export const refuser =
  (language: Language) =>
  (status: number, code: string, message: MessageName, detail?: Detail): Reply =>
    failure(status, code, say(message, language), language, detail);

/** PARAM_ERROR that points at one value. */
export function parameterError(json: unknown, path: PropertyKey[], issue: string, language: Language): Reply {
  const field = pointer(path);
  const detail = { field, value: shown(json, path), issue, location: 'body' };
  return failure(400, 'PARAM_ERROR', say('parameter', language, field), language, detail);
}

/** An answer in the making: what is wrong and where. `failure` makes a PARAM_ERROR with detail. */
export type Defect = { failure: RuleFailure } | { undefinedFields: PropertyKey[][] };

/** PARAM_ERROR for a body that does not have the form of its operation: undefined fields together, or the first rule. */
export function defectReply(json: unknown, defect: Defect, language: Language): Reply {
  if ('failure' in defect) {
    return parameterError(json, defect.failure.path, issueText(defect.failure.rule, language), language);
  }
  const value = defect.undefinedFields.map((path) => `/body${pointer(path)}`);
  return refuser(language)(400, 'PARAM_ERROR', 'undefinedParameter', { location: null, value });
}

/** The JSON of a call, or the refusal of what is none. */
export function readJson(call: Call, language: Language): { json: unknown } | { refused: Reply } {
  const refused = (message: MessageName) => ({ refused: refuser(language)(400, 'PARAM_ERROR', message) });
  if (!/^application\/json\s*(;|$)/i.test(call.headers['content-type'] ?? '')) return refused('contentType');
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(call.body);
    return { json: JSON.parse(text) };
  } catch {
    return refused('notJson');
  }
}

/** Characters beyond the first plane, which take four bytes: refused only where a tester wants that. */
export function fourByteError({ text }: Pick<SandboxState, 'text'>, json: unknown, language: Language): Reply | null {
  if (text?.fourByte !== 'refuse') return null;
  const path = fourBytePath(json, []);
  return path && parameterError(json, path, say('fourByte', language), language);
}

function fourBytePath(value: unknown, path: PropertyKey[]): PropertyKey[] | null {
  if (typeof value === 'string') return /[\u{10000}-\u{10ffff}]/u.test(value) ? path : null;
  if (value === null || typeof value !== 'object') return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = fourBytePath(inner, [...path, key]);
    if (found) return found;
  }
  return null;
}
