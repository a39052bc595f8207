import 'server-only';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { PersonalPath } from './schema';

const dots = '•';

/** `L** S**`: the first character of each word. A name of one word without spaces shows one character. */
const maskName = (value: string) =>
  value
    .split(/\s+/)
    .map((word) => `${[...word][0] ?? ''}**`)
    .join(' ');

/** `+852 •••• 4321`: country prefix and last four digits, of numbers long enough to hide something between them. */
function maskPhone(value: string): string {
  const digits = value.replace(/\D/g, '');
  if (digits.length < 9) return `${dots.repeat(4)} ${digits.slice(-2)}`;
  const prefix = parsePhoneNumberFromString(value)?.countryCallingCode;
  return `${prefix === undefined ? '' : `+${prefix} `}${dots.repeat(4)} ${digits.slice(-4)}`;
}

/** `l•••@e•••.com`. */
function maskEmail(value: string): string {
  const [local = '', host = ''] = value.split('@');
  const labels = host.split('.');
  const top = labels.length > 1 ? `.${labels.at(-1)}` : '';
  return `${[...local][0] ?? ''}${dots.repeat(3)}@${[...host][0] ?? ''}${dots.repeat(3)}${top}`;
}

/** `…8765`; short numbers show less, so that a tail never is the whole. */
function maskNumber(value: string): string {
  const tail = Math.min(4, Math.floor(value.length / 3));
  return tail === 0 ? '…' : `…${value.slice(-tail)}`;
}

/** What a screen, a list, a log or an audit entry may show of a personal value. */
export function mask(path: PersonalPath, value: string): string {
  if (path.endsWith('.name')) return maskName(value);
  if (path.endsWith('.phone')) return maskPhone(value);
  if (path.endsWith('.email')) return maskEmail(value);
  return maskNumber(value);
}
