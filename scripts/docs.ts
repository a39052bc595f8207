// Writes docs/configuration.md and docs/api.md from the code that they describe: `npm run docs`. A test compares.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { describedSettings } from '@/lib/env';
import type { Operation } from '@/lib/platform/operations';
import { operations } from '@/lib/platform/operations';
import { dispositions } from '@/lib/platform/rows/all';
import { errorBody } from '@/lib/platform/wire/error';

const cell = (text: string) => text.replaceAll('|', '\\|');
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

export function configurationPage(): string {
  const rows = describedSettings.map(({ name, meaning, unset, example }) => [
    `\`${name}\``,
    meaning,
    unset,
    `\`${example}\``,
  ]);
  return [
    '# Configuration',
    '',
    'All settings are environment variables, parsed once at the start (`lib/env.ts`). A wrong or missing one stops the start with its name, what is wrong, and an example.',
    '',
    table(['name', 'meaning', 'without it', 'example'], rows),
    '',
    'Addresses are https without a query; plain http is accepted only for this machine. With nothing configured the console runs the practice platform and an embedded PostgreSQL; demo accounts exist only then, and let nobody in while `PUBLIC_URL` is not this machine. More connections are saved in Settings, their keys sealed in the database; those of the environment are shown there and changed here. The first live connection that is saved disables the demo accounts for good.',
    '',
    'How the sealing key is exchanged without stopping, with `npm run reseal`, is in [security.md](security.md#exchanging-the-sealing-key).',
    '',
  ].join('\n');
}

type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: string[];
  minLength?: number;
  maxLength?: number;
  anyOf?: JsonSchema[];
};

const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

function typeOf({ type, minLength, maxLength, enum: words, items, anyOf }: JsonSchema): string {
  if (words) return words.map(String).join(', ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (type === 'array') return `array of ${typeOf(items ?? {})}`;
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'string' && maxLength !== undefined) return `string[${minLength ?? 0},${maxLength}]`;
  return type ?? 'any';
}

function fieldsOf(schema: JsonSchema, prefix = ''): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const row = [`\`${prefix}${name}\``, typeOf(field), schema.required?.includes(name) ? 'yes' : 'no'];
    return field.properties ? [row, ...fieldsOf(field, `${prefix}${name}.`)] : [row];
  });
}

const fieldTable = (schema: z.ZodType) => table(['field', 'type', 'required'], fieldsOf(jsonSchemaOf(schema)));

/** The body of an operation: one table, or one for each mode where they send different fields. */
function bodyTables({ body, modes }: Operation): string[] {
  if (!body) return [];
  if (body instanceof z.ZodType) return ['### Body', '', fieldTable(body), ''];
  return modes.flatMap((mode) => [`### Body in ${mode} mode`, '', fieldTable(body[mode]), '']);
}

export function apiPage(): string {
  const sections = Object.values<Operation>(operations).map((operation) => [
    `## ${operation.name}`,
    '',
    `\`${operation.method} ${operation.path}\`${operation.query.length > 0 ? ` with the query parameters ${operation.query.map((name) => `\`${name}\``).join(', ')}` : ''}`,
    '',
    table(
      ['', ''],
      [
        [
          'section of the interface',
          operation.section ?? (operation.method === 'GET' ? 'none: an optional reading' : 'none: not shown there'),
        ],
        ['last update told', operation.updated ?? 'not told'],
        ['modes', operation.modes.join(', ')],
        [
          'repeat guard',
          operation.idempotency === 'header' ? 'Idempotency-Key' : 'none needed: a repeat changes nothing more',
        ],
        ['success', `HTTP ${operation.success}, signed`],
      ],
    ),
    '',
    ...bodyTables(operation),
    '### Answer',
    '',
    operation.answer ? fieldTable(operation.answer) : 'No body.',
    '',
  ]);
  const rows = dispositions.map((row) => [
    `\`${row.id}\``,
    'http' in row ? `${row.http}` : '',
    row.code === null ? 'any other' : `\`${row.code}\``,
    row.first,
    row.afterUnknown,
    row.action,
    row.owner,
  ]);
  return [
    '# The platform’s operations',
    '',
    'Made from the schemas and tables in `lib/platform` that client, sandbox and forms run on. `docs/interface.md` is the contract itself; lengths count characters of the clear text, and contact values travel sealed.',
    '',
    ...sections.flat(),
    '## Errors',
    '',
    '### Body',
    '',
    fieldTable(errorBody),
    '',
    '### What they mean',
    '',
    'On a first try, and when an earlier try of the same request ended without a verdict.',
    '',
    table(['row', 'HTTP', 'code', 'first try', 'after an unknown', 'action', 'owner'], rows),
    '',
  ].join('\n');
}

export const docsPages = { 'docs/configuration.md': configurationPage, 'docs/api.md': apiPage };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, page] of Object.entries(docsPages)) writeFileSync(new URL(`../${file}`, import.meta.url), page());
}
