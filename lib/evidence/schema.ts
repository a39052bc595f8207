import { z } from 'zod';

/** Where staff saw what nobody told this console. */
export const seenWheres = ['backend', 'message', 'phone', 'other'] as const;
export type SeenWhere = (typeof seenWheres)[number];

/** When (ISO 8601) and where staff saw something outside this console. */
export const seenShape = {
  seenAt: z.iso.datetime(),
  seenWhere: z.enum(seenWheres),
  /** Said in a few words where it is `other`, else empty. */
  seenWhereText: z.string().trim().max(128),
};

type Place = { seenWhere: string; seenWhereText: string };

/** True where the place is said: one of the list, or in words. */
export const isPlaceSaid = ({ seenWhere, seenWhereText }: Place): boolean =>
  seenWhere === 'other' ? seenWhereText.trim() !== '' : seenWhere !== '';

/** The place as the trail keeps it: one of the list, or the words for it. */
export const placeText = ({ seenWhere, seenWhereText }: Place): string =>
  seenWhere === 'other' ? seenWhereText : seenWhere;
