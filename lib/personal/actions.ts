'use server';
import { z } from 'zod';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { lookInput } from './schema';
import { showValue } from './show';

/** Shows one personal value once, with a reason that the trail keeps. */
export const showValueAction = defineAction({
  name: 'personal.show',
  permission: 'personal:show',
  input: z.object({ connection: z.string() }).and(lookInput),
  run: ({ context, staff, account }, { connection: _, ...look }) =>
    showValue(context, account.connection.id, actorOf(staff), look),
});
