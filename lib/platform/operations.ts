// The operations as data. Client and sandbox build, route and validate from this table.
import type { z } from 'zod';
import { applicationBody, applicationRecord, h5PermissionAnswer, modifyApplicationAnswer } from './wire/application';
import { certificateListAnswer } from './wire/certificates';
import { contractRecord, terminationBodies } from './wire/contract';
import { deductionBodies, orderRecord } from './wire/deduction';
import { mediaAnswer, mediaMeta } from './wire/media';
import { modifySubMerchantAnswer, subMerchantBody, subMerchantRecordAnswer } from './wire/sub-merchant';

export type Mode = 'institutional' | 'common';

export type Operation = {
  name: string;
  /** Section of the interface; null for operations that it does not show. */
  section: string | null;
  method: 'GET' | 'POST' | 'PATCH';
  /** Template; each `{name}` is one percent-encoded segment. */
  path: string;
  /** Query parameters, all required, in the order in which they are sent. */
  query: readonly string[];
  modes: readonly Mode[];
  idempotency: 'header' | 'none';
  /** Of a multipart body, its part that is JSON and signed. By mode where the modes send different fields. */
  body: z.ZodType | Readonly<Record<Mode, z.ZodType>> | null;
  /** Null: success has no body. */
  answer: z.ZodType | null;
  /** HTTP status of success. ASSUMPTION: 200 where the interface does not show it, as for 4.1 and 4.2. */
  success: number;
  /** Date of the last update marker in the interface (section 9). */
  updated: string | null;
};

export const operations = {
  'sub-merchant.modify': {
    name: 'sub-merchant.modify',
    section: '4.1',
    method: 'PATCH',
    path: '/v3/global/merchants/{sub_mchid}',
    query: [],
    modes: ['institutional'],
    idempotency: 'header',
    body: subMerchantBody,
    answer: modifySubMerchantAnswer,
    success: 200,
    updated: '2024-03-07',
  },
  'sub-merchant.read': {
    name: 'sub-merchant.read',
    section: null,
    method: 'GET',
    path: '/v3/global/merchants/{sub_mchid}',
    query: ['sp_appid', 'sp_mchid'],
    modes: ['institutional'],
    idempotency: 'none',
    body: null,
    answer: subMerchantRecordAnswer,
    success: 200,
    updated: null,
  },
  'application.modify': {
    name: 'application.modify',
    section: '4.2',
    method: 'PATCH',
    path: '/v3/global/merchant/h5/permission/applications/{applyment_id}',
    query: [],
    modes: ['institutional'],
    idempotency: 'none',
    body: applicationBody,
    answer: modifyApplicationAnswer,
    success: 200,
    updated: '2024-01-25',
  },
  'application.read': {
    name: 'application.read',
    section: null,
    method: 'GET',
    path: '/v3/global/merchant/h5/permission/applications/{applyment_id}',
    query: [],
    modes: ['institutional'],
    idempotency: 'none',
    body: null,
    answer: applicationRecord,
    success: 200,
    updated: null,
  },
  'h5-permission.read': {
    name: 'h5-permission.read',
    section: null,
    method: 'GET',
    path: '/v3/global/merchant/h5/permission/{sub_mchid}',
    query: [],
    modes: ['institutional'],
    idempotency: 'none',
    body: null,
    answer: h5PermissionAnswer,
    success: 200,
    updated: null,
  },
  'contract.terminate': {
    name: 'contract.terminate',
    section: '4.3',
    method: 'POST',
    path: '/v3/global/papay/contracts/{contract_id}/terminate',
    query: [],
    modes: ['common', 'institutional'],
    idempotency: 'none',
    body: terminationBodies,
    answer: null,
    success: 204,
    updated: '2023-10-20',
  },
  // ASSUMPTION: for institutions only; no document shows what a common merchant would ask (notes 11.2).
  'contract.read': {
    name: 'contract.read',
    section: null,
    method: 'GET',
    path: '/v3/global/papay/contracts/{contract_id}',
    query: ['sp_appid', 'sub_mchid'],
    modes: ['institutional'],
    idempotency: 'none',
    body: null,
    answer: contractRecord,
    success: 200,
    updated: null,
  },
  'deduction.charge': {
    name: 'deduction.charge',
    section: '4.4',
    method: 'POST',
    path: '/v3/global/papay/transactions',
    query: [],
    modes: ['common', 'institutional'],
    idempotency: 'none',
    body: deductionBodies,
    answer: orderRecord,
    success: 200,
    updated: '2022-08-04',
  },
  // ASSUMPTION: for institutions only; no document shows what a common merchant would ask (notes 12.3).
  'deduction.read': {
    name: 'deduction.read',
    section: null,
    method: 'GET',
    path: '/v3/global/papay/transactions/out-trade-no/{out_trade_no}',
    query: ['sub_mchid'],
    modes: ['institutional'],
    idempotency: 'none',
    body: null,
    answer: orderRecord,
    success: 200,
    updated: null,
  },
  'certificates.list': {
    name: 'certificates.list',
    section: null,
    method: 'GET',
    path: '/v3/global/certificates',
    query: [],
    modes: ['institutional', 'common'],
    idempotency: 'none',
    body: null,
    answer: certificateListAnswer,
    success: 200,
    updated: null,
  },
  'media.upload': {
    name: 'media.upload',
    section: null,
    method: 'POST',
    path: '/v3/merchant/media/upload',
    query: [],
    modes: ['institutional'],
    idempotency: 'none',
    body: mediaMeta,
    answer: mediaAnswer,
    success: 200,
    updated: null,
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The names that the path and query of an operation need. */
export type ParametersOf<Op extends Pick<Operation, 'path' | 'query'>> = Placeholders<Op['path']> | Op['query'][number];

const encodeSegment = (name: string, value: string): string => {
  // A dot segment would be folded away by whoever reads the path as a URL, and the signature would not match.
  if (value === '' || value === '.' || value === '..') throw new RangeError(`${name} cannot stand in a path`);
  return encodeURIComponent(value);
};

/**
 * Path and query of a call, each value percent-encoded once: these characters are both signed and sent.
 * Throws RangeError for a value that no path segment can hold (empty, `.` or `..`).
 */
export function buildPath<const Op extends Pick<Operation, 'path' | 'query'>>(
  { path, query }: Op,
  parameters: Readonly<Record<ParametersOf<Op>, string>>,
): string {
  const values: Readonly<Record<string, string>> = parameters;
  const segments = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeSegment(key, values[key] ?? ''));
  const pairs = query.map((key) => `${key}=${encodeURIComponent(values[key] ?? '')}`);
  return pairs.length === 0 ? segments : `${segments}?${pairs.join('&')}`;
}

/**
 * Which operation a method and path (without query) belong to, with the decoded path parameters; null when none does.
 * Exact: another case, an extra or a missing slash is another path.
 */
export function matchOperation(
  method: string,
  path: string,
): { name: OperationName; parameters: Record<string, string> } | null {
  for (const name of Object.keys(operations) as OperationName[]) {
    const operation: Operation = operations[name];
    if (operation.method !== method) continue;
    const parameters = matchPath(operation.path, path);
    if (parameters) return { name, parameters };
  }
  return null;
}

function matchPath(template: string, path: string): Record<string, string> | null {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    const key = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (!key && segment !== value) return null;
    const decoded = key ? decodeSegment(value) : '';
    if (decoded === null) return null;
    if (key) parameters[key] = decoded;
  }
  return parameters;
}

function decodeSegment(value: string): string | null {
  try {
    return value === '' ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** What tells the platform that a call is a repeat, by the name of its operation; `none` for a name that we do not know. */
export const guardOf = (name: string): Operation['idempotency'] =>
  Object.values<Operation>(operations).find((operation) => operation.name === name)?.idempotency ?? 'none';
