import { defineView, jsonAnswer } from '@/lib/boundary';
import { domain } from '@/lib/platform/wire/fields';
import { getDomainWarnings } from '@/lib/sub-merchants/queries';

const DOMAINS_MAX = 20;

/** What speaks against the domains in `d`, for the edit form while a person types (features row 19). */
export const GET = defineView<{ connection: string; subMchid: string }>({
  name: 'views.domains',
  permission: 'sub-merchant:read',
  run: async ({ context, account }, request, { subMchid }) => {
    const asked = new URL(request.url).searchParams.getAll('d').slice(0, DOMAINS_MAX);
    const domains = asked.filter((text) => domain.safeParse(text).success);
    return jsonAnswer(await getDomainWarnings(context, account.connection.id, subMchid, domains), 200);
  },
});
