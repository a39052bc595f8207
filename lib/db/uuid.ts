import { z } from 'zod';

const uuid = z.uuid();

/** Whether a text can be one of our ids: the database refuses to compare anything else with them. */
export const isUuid = (text: string): boolean => uuid.safeParse(text).success;
