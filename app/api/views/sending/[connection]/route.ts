import { defineView, jsonAnswer } from '@/lib/boundary';
import { getStop } from '@/lib/connections/stop';
import { emergencyMark, getEmergency } from '@/lib/emergencies/emergencies';

/** What banners of open pages tell: since when all sending is stopped, and which emergency there is; '' for neither. */
export const GET = defineView<{ connection: string }>({
  name: 'views.sending',
  permission: 'request:read',
  run: async ({ context, staff, account }) => {
    const stop = await getStop(context.db, account.connection.id);
    const emergency = await getEmergency(context, account.connection.id, staff);
    return jsonAnswer({ stoppedAt: stop?.at ?? '', emergency: emergencyMark(emergency) }, 200);
  },
});
