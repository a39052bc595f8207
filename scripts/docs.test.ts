import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { docsPages } from './docs';

it.each(Object.entries(docsPages))('%s says what the code says (npm run docs)', (file, page) => {
  expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toBe(page());
});
