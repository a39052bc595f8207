'use server';
import { z } from 'zod';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { changeOwner } from './change';
import { workRights } from './rules';
import { ownedObject, ownerChange } from './schema';

/**
 * Takes, assigns, hands back or plans one object. Whoever may own anything may own a request; the right to work on an object
 * of its kind is asked by the change.
 */
export const changeOwnerAction = defineAction({
  name: 'ownership.change',
  permission: workRights.request,
  input: z.object({ connection: z.string(), object: ownedObject, change: ownerChange }),
  run: ({ context, staff, account }, { object, change }) =>
    changeOwner(context, {
      actor: actorOf(staff),
      timeZone: staff.timeZone,
      connectionId: account.connection.id,
      object,
      change,
    }),
});
