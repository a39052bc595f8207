import 'server-only';

/** An apostrophe before a character that a spreadsheet would act on says "this is text"; it is not part of the value. */
const guard = /^'(?='*[=+\-@＝＋－＠\t\r\n\d])/;
const formula = /^[=+\-@\t\r]/;
/** Some spreadsheets act on the wide forms too; a name that is read may well begin with one. */
const actedOn = /^[=+\-@＝＋－＠\t\r\n]/;

const spreadsheetError = /^#(REF!|NAME\?|VALUE!|N\/A|DIV\/0!|NULL!|NUM!|#+)$/;
const exponent = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** The text of one cell without the blanks around it, and whether an apostrophe says that it is text. */
export function cellText(raw: string): { text: string; isText: boolean } {
  const cell = raw.trim();
  const isText = guard.test(cell);
  return { text: isText ? cell.slice(1).trim() : cell, isText };
}

export const looksLikeFormula = (text: string): boolean => formula.test(text);

export const looksDamaged = (text: string): boolean => text.includes('\uFFFD');

/** Errors and exponents: what a spreadsheet makes of a value that it could not keep. */
export const looksSpoilt = (text: string): boolean => spreadsheetError.test(text) || exponent.test(text);

/** A spreadsheet keeps 15 digits and puts zeros for the rest; two zeros and more are no coincidence. */
export const isRounded = (text: string): boolean => /^\d{17,}$/.test(text) && /^0+$/.test(text.slice(15));

/** A text that no spreadsheet takes for a formula. Phones keep their plus: digits after it calculate nothing. */
export const inert = (text: string): string => (actedOn.test(text) && !/^\+\d+$/.test(text) ? `'${text}` : text);

/** Like `inert`, for values: one that begins with an apostrophe of its own gets a second one, so that reading gives it back. */
const guarded = (text: string): string => (guard.test(text) ? `'${text}` : inert(text));

const quoted = (text: string, delimiter: string) =>
  text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** One line of values, ended; `cellText` reads each back. */
export const writeLine = (values: readonly string[], delimiter = ','): string =>
  `${values.map((value) => quoted(guarded(value), delimiter)).join(delimiter)}\r\n`;

/** One line of cells as they came, made inert, ended. */
export const echoLine = (cells: readonly string[], delimiter: string): string =>
  `${cells.map((cell) => quoted(inert(cell), delimiter)).join(delimiter)}\r\n`;

/** What a file begins with, so that spreadsheets read it as UTF-8. */
export const fileStart = '\uFEFF';
