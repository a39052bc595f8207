'use server';
import { z } from 'zod';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { beginEmergency, endEmergency, readEmergency } from './emergencies';
import { TEXT_MAX } from './rules';

const connection = z.string();
const typed = z.string().max(TEXT_MAX * 2);

/** Begins an emergency from an own request that waits. */
export const beginEmergencyAction = defineAction({
  name: 'emergencies.begin',
  permission: 'emergency:begin',
  input: z.object({ connection, approvalId: z.uuid(), reason: typed, tried: typed }),
  run: ({ context, staff, account }, { connection: _, ...given }) =>
    beginEmergency(context, { account, actor: actorOf(staff), ...given }),
});

const about = z.object({ connection, emergencyId: z.uuid() });

/** Ends one before its time: its maker, or whoever decides or reads the trail. */
export const endEmergencyAction = defineAction({
  name: 'emergencies.end',
  permission: 'request:read',
  input: about,
  run: ({ context, staff, account }, { emergencyId }) =>
    endEmergency(context, { account, actor: actorOf(staff), emergencyId }),
});

/** Says that one was read of by somebody else than its maker. */
export const readEmergencyAction = defineAction({
  name: 'emergencies.read',
  permission: 'audit:read',
  input: about,
  run: ({ context, staff, account }, { emergencyId }) =>
    readEmergency(context, { account, actor: actorOf(staff), emergencyId }),
});
