'use server';
import { z } from 'zod';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { runSelfTest } from './self-test';

/** Looks at the endpoint of a connection now. */
export const runSelfTestAction = defineAction({
  name: 'endpoint.test',
  permission: 'keys:manage',
  input: z.object({ connection: z.string() }),
  run: ({ context, staff, account }) => runSelfTest(context, account, { how: 'staff', actor: actorOf(staff) }),
});
