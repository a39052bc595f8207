import { z } from 'zod';

/** What a saved draft answers. */
export const draftSaved = z.object({ id: z.string(), version: z.number(), savedAt: z.string() });
export type DraftSaved = z.infer<typeof draftSaved>;

/** What a form keeps: its values, and the record that they were typed over. */
export type DraftContent<Values, Base extends { version: number }> = { values: Values; base: Base };

/** A stored draft as its form reads it back. */
export const draftRead = <Content>(content: z.ZodType<Content>) =>
  z.object({ id: z.string(), version: z.number(), baseVersion: z.number(), savedAt: z.string(), content });
export type DraftRead<Values, Base extends { version: number }> = Omit<
  z.infer<ReturnType<typeof draftRead>>,
  'content'
> & { content: DraftContent<Values, Base> };
