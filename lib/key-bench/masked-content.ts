// The content of a sample as the bench shows it: enough to see that it was opened, nothing that could be personal.
import type { applicationRecord } from '@/lib/platform/wire/application';
import type { BenchReport } from './view';

/** Values that lists of the console show anyway; every other one is masked, known or not. */
const shownNames = new Set([
  'applyment_id',
  'sub_mchid',
  'domains',
  'transaction_limit_type',
  'website_state',
  'website_url',
  'applyment_state',
  'applyment_type',
  'notify_url',
  'sp_mchid',
  'mchid',
] satisfies (keyof typeof applicationRecord.shape)[] as string[]);

const VALUES_MAX = 100;
const VALUE_CHARACTERS_MAX = 200;

type Line = BenchReport['content'][number];

function linesOf(value: unknown, path: string, isShown: boolean): Line[] {
  if (Array.isArray(value)) return value.flatMap((item, place) => linesOf(item, `${path}.${place}`, isShown));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) =>
      linesOf(inner, path === '' ? name : `${path}.${name}`, path === '' ? shownNames.has(name) : isShown),
    );
  }
  if (value === null || typeof value === 'boolean') return [{ path, value: String(value), isMasked: false }];
  const text = String(value);
  return [{ path, value: isShown ? text.slice(0, VALUE_CHARACTERS_MAX) : '••••', isMasked: !isShown }];
}

/** The members of a decrypted resource by their paths, masked unless they are none of anybody's person. */
export const maskedContent = (content: Record<string, unknown>): Line[] =>
  linesOf(content, '', false).slice(0, VALUES_MAX);
