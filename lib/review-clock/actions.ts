'use server';
import { z } from 'zod';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { setExpectation } from './expectations';
import { expectation, waitingState } from './schema';

/** Sets how many working days a state is expected to last. */
export const setExpectationAction = defineAction({
  name: 'review-clock.set-expectation',
  permission: 'policy:manage',
  input: z.object({ connection: z.string(), state: waitingState, shown: expectation, wanted: expectation }),
  run: ({ context, staff, account }, change) => setExpectation(context, actorOf(staff), account.connection.id, change),
});
