import { getTranslations } from 'next-intl/server';
import { packAsk } from '@/lib/audit/filters';
import { makePack } from '@/lib/audit/pack';
import { spanOf } from '@/lib/audit/span';
import { actorOf } from '@/lib/auth/staff';
import { defineView } from '@/lib/boundary';
import { momentIn } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { sameValues } from '@/lib/personal/same-values';

/** The pack of evidence of a record, a batch or a period; what cannot be packed leads back to the page with the reason. */
export const GET = defineView<{ connection: string }>({
  name: 'exports.evidence',
  permission: 'audit:read',
  run: async ({ context, staff, account }, request) => {
    const { slug } = account.connection;
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const asked = packAsk.safeParse(query);
    const { about = '', kind, id, from, until } = query;
    const back = (fault: string) =>
      new Response(null, {
        status: 303,
        headers: {
          Location: paths.proof(slug, { fault, about, kind, id, from, until }),
          'Cache-Control': 'no-store',
        },
      });
    if (!asked.success || (asked.data.about === 'period' && asked.data.from > asked.data.until))
      return back('incomplete');
    const ask = asked.data;
    const t = await getTranslations('audit.readme');
    const span = ask.about === 'period' ? spanOf(ask, staff.timeZone) : { from: null, before: null };
    const parts = ['title', 'what', 'files', 'verify', 'proves', 'provesNot', 'masked', 'notIn'] as const;
    const readme = `${parts.map((part) => t(part)).join('\n\n')}\n`;
    const made = await makePack(context, {
      connection: account.connection,
      actor: actorOf(staff),
      ask,
      span,
      readme,
      marksOf: sameValues(context.vault),
    });
    if (!made.ok) return back(made.refusal.kind === 'not-found' ? 'nothing' : 'too-large');
    const { day } = momentIn(context.now(), staff.timeZone);
    const name = `${ask.about}-${slug}-${day}-${made.value.manifestSha256.slice(0, 8)}`;
    return new Response(made.value.text, {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="evidence-${name}.json"`,
        'Cache-Control': 'no-store',
      },
    });
  },
});
