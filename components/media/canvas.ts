// Pictures in the browser: cut, covered and written anew on a canvas. Nothing here sends anything.

import { originalIssue, pixelIssue } from '@/lib/media/rules';
import type { MediaType } from '@/lib/platform/wire/media';
import { contentKind, isMediaType, MEDIA_BYTES_MAX, mediaTypes } from '@/lib/platform/wire/media';
import type { Issue } from '@/lib/result';

/** A part of the original, in its own pixels. */
export type Area = { x: number; y: number; width: number; height: number };

/** What was done to the original: the part that is kept (null: all of it), and the parts that are made unreadable. */
export type Edit = { crop: Area | null; boxes: readonly Area[] };
export const noEdit: Edit = { crop: null, boxes: [] };

/** An opened file. */
export type Original = { file: File; kind: MediaType; bitmap: ImageBitmap };

/** How the result is written: `scale` of 0 to 1, `quality` of 0 to 1 for a JPEG. */
export type Writing = { type: 'png' | 'jpeg'; quality: number; scale: number };

/** The result; `isOriginal` where it is the very file that was opened. */
export type Written = { blob: Blob; width: number; height: number; isOriginal: boolean };

const HEAD_BYTES = 4096;

/** Opens a file: what it is by content, its size, then its pixels. A value says why not. */
export async function openOriginal(file: File): Promise<Original | Issue> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const kind = contentKind(head);
  const issue = originalIssue(kind, file.size);
  if (issue || !isMediaType(kind)) return issue ?? { path: 'file', rule: 'not-a-picture' };
  try {
    // The browser turns it upright, as its metadata says; the metadata itself is not part of a canvas.
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return pixelIssue(bitmap.width, bitmap.height) ?? { file, kind, bitmap };
  } catch {
    return { path: 'file', rule: 'picture-damaged' };
  }
}

export const isIssue = (opened: Original | Issue): opened is Issue => 'rule' in opened;

/** The part of the original that is kept. */
export const keptArea = ({ bitmap }: Original, { crop }: Edit): Area =>
  crop ?? { x: 0, y: 0, width: bitmap.width, height: bitmap.height };

function canvasOf(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  context.imageSmoothingQuality = 'high';
  return [canvas, context];
}

/** Colours that are left of a covered part, in each direction: nothing that was written there comes back from them. */
const COVER_COLOURS = 3;

/** The original with its parts covered, cut to what is kept, at a scale. */
export function draw(original: Original, edit: Edit, scale = 1): HTMLCanvasElement {
  const area = keptArea(original, edit);
  const [canvas, context] = canvasOf(area.width * scale, area.height * scale);
  const { bitmap } = original;
  context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  for (const box of edit.boxes) {
    const [few, small] = canvasOf(COVER_COLOURS, COVER_COLOURS);
    small.drawImage(bitmap, box.x, box.y, box.width, box.height, 0, 0, COVER_COLOURS, COVER_COLOURS);
    const [x, y] = [(box.x - area.x) * scale, (box.y - area.y) * scale];
    context.drawImage(few, x, y, box.width * scale, box.height * scale);
  }
  return canvas;
}

const toBlob = (canvas: HTMLCanvasElement, { type, quality }: Writing): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be written'))),
      mediaTypes[type].contentType,
      quality,
    ),
  );

/** Writes the edited picture. */
export async function write(original: Original, edit: Edit, writing: Writing): Promise<Written> {
  const canvas = draw(original, edit, writing.scale);
  return { blob: await toBlob(canvas, writing), width: canvas.width, height: canvas.height, isOriginal: false };
}

const isUntouched = (edit: Edit) => edit.crop === null && edit.boxes.length === 0;

/** From the best to the smallest: what a screenshot of any size fits the limit with. */
function ladder(kind: MediaType): Writing[] {
  const jpeg = (quality: number, scale: number): Writing => ({ type: 'jpeg', quality, scale });
  return [
    ...(kind === 'jpeg' ? [] : [{ type: 'png', quality: 1, scale: 1 } as const]),
    ...[0.92, 0.85, 0.75].map((quality) => jpeg(quality, 1)),
    ...[0.75, 0.5, 0.35, 0.25, 0.15].map((scale) => jpeg(0.8, scale)),
  ];
}

/** The best writing of the edited picture that fits the limit, and what it came to. */
export async function writeToFit(original: Original, edit: Edit): Promise<{ writing: Writing; written: Written }> {
  const { file, kind, bitmap } = original;
  const writings = ladder(kind);
  if (isUntouched(edit) && kind !== 'bmp' && file.size <= MEDIA_BYTES_MAX) {
    const writing: Writing = { type: kind, quality: 0.92, scale: 1 };
    return { writing, written: { blob: file, width: bitmap.width, height: bitmap.height, isOriginal: true } };
  }
  for (const writing of writings) {
    const written = await write(original, edit, writing);
    if (written.blob.size <= MEDIA_BYTES_MAX || writing === writings.at(-1)) return { writing, written };
  }
  throw new Error('No writing is left');
}

/** Draws a picture into a canvas of the page at no more than `max` pixels of its longer side. */
export function show(target: HTMLCanvasElement, source: ImageBitmap | HTMLCanvasElement, max: number) {
  const scale = Math.min(1, max / Math.max(source.width, source.height));
  target.width = Math.max(1, Math.round(source.width * scale));
  target.height = Math.max(1, Math.round(source.height * scale));
  const context = target.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, target.width, target.height);
}
