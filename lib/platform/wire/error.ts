// Section 7: the error body, read leniently. `detail` is documented as four texts; real ones hold lists, nulls, nesting.
import { z } from 'zod';

/** The error body as documented; what the sandbox writes and the interface's table is tested against. */
export const errorBody = z.looseObject({
  code: z.string().min(1).max(32),
  message: z.string().max(256),
  detail: z
    .looseObject({
      field: z.string().max(256),
      value: z.string().max(256),
      issue: z.string().max(256),
      location: z.string().max(256).optional(),
    })
    .optional(),
});

/** What the platform said about an error. `field` is the raw pointer or variable name. */
export type PlatformError = {
  code: string;
  message: string;
  field?: string;
  value?: string;
  issue?: string;
  location?: string;
};

const asText = (value: unknown): string | undefined => {
  // A NUL cannot be stored anywhere; whatever else the platform says is kept as it says it.
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD');
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.map(asText).find((part) => part !== undefined) : undefined;
};

const lenient = z.looseObject({
  code: z.string().trim().min(1).max(128),
  message: z.unknown().optional(),
  detail: z.unknown().optional(),
});
const record = z.looseObject({});

/**
 * The error in an answer's parsed JSON; null when there is no readable `code`. Whatever `detail` holds, its texts are
 * taken and nothing else: a list gives its first text, and when no field is named, a pointer in `value` is the field.
 */
export function readPlatformError(json: unknown): PlatformError | null {
  const body = lenient.safeParse(json);
  if (!body.success) return null;
  const outer = record.safeParse(body.data.detail).data ?? {};
  const inner = record.safeParse(outer.detail).data ?? {};
  const pick = (name: string) => asText(outer[name]) ?? asText(inner[name]);
  const value = pick('value');
  const field = pick('field') ?? (Array.isArray(outer.value) && value?.startsWith('/') ? value : undefined);
  const error: PlatformError = {
    code: body.data.code.replaceAll('\0', '\uFFFD'),
    message: asText(body.data.message) ?? '',
  };
  const texts = { field, value, issue: pick('issue'), location: pick('location') };
  return { ...error, ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) };
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/**
 * The form's path (`business.store_photos.0`) of a pointer or name in an error: `/contact/phone`, `#/contact/phone`,
 * `#/properties/contact/properties/phone`, `contact.phone`, `domains[0]`. Null when nothing is named.
 */
export function pointerToPath(pointer: string): string | null {
  const trimmed = pointer.trim().replace(/^#/, '');
  const parts = trimmed.startsWith('/')
    ? trimmed.slice(1).split('/').map(decodePart)
    : trimmed.replace(/\[(\d+)\]/g, '.$1').split('.');
  const path = (parts[0] === 'properties' ? namesOfSchema(parts) : parts).filter((part) => part !== '').join('.');
  return path === '' ? null : path;
}

/** A pointer into a schema says `properties` before each name, and `items` for any item of a list. */
function namesOfSchema(parts: string[]): string[] {
  const names: string[] = [];
  let isName = false;
  for (const part of parts) {
    if (isName || (part !== 'properties' && part !== 'items')) names.push(part);
    isName = !isName && part === 'properties';
  }
  return names;
}

function decodePart(part: string): string {
  try {
    return unescapePointer(decodeURIComponent(part));
  } catch {
    return unescapePointer(part);
  }
}
