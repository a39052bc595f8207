import type { PictureFilters } from '@/lib/media/filters';
import { paths } from '@/lib/paths';

type Change = { [Name in keyof PictureFilters]?: PictureFilters[Name] | null };

/** The address of the shelf with these filters, changed. A page belongs to one filter: it is not carried over. */
export function pictureAddress(slug: string, filters: PictureFilters, change: Change = {}): string {
  const held = Object.entries({ ...filters, cursor: undefined, ...change }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return paths.media(slug, Object.fromEntries(held.map(([name, value]) => [name, String(value)])));
}
