import type { Metadata } from 'next';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { SettingsSearch } from '@/app/(staff)/settings/settings-frame';
import { requireSettings, SettingsFrame } from '@/app/(staff)/settings/settings-frame';
import { ChangeWaits } from '@/components/approvals/change-waits';
import { AddConnection, SwitchConnection } from '@/components/connections/add-connection';
import { ConnectionFacts } from '@/components/connections/connection-facts';
import { GoOnSending, StopSending } from '@/components/connections/stop-sending';
import { ClientWords } from '@/components/layout/client-words';
import { LiveRefresh } from '@/components/live/live-refresh';
import { Badge } from '@/components/ui/badge';
import { listPending } from '@/lib/approvals/list';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { accountsOf } from '@/lib/boundary';
import { listAdding, listConnections } from '@/lib/connections/list';
import type { ConnectionView } from '@/lib/connections/view';
import { endpointUrl } from '@/lib/endpoint/address';
import { paths } from '@/lib/paths';

export async function generateMetadata(): Promise<Metadata> {
  const tSettings = await getTranslations('settings');
  return { title: tSettings('connections') };
}

export default async function ConnectionsPage({ searchParams }: { searchParams: SettingsSearch }) {
  const guarded = await requireSettings(searchParams, 'connections');
  const { context, account, staff } = guarded;
  const { slug } = account.connection;
  const mayAdd = mayDo(staff.permissions, 'keys:manage') && staff.connectionLimit === null;
  const [t, connections, adding] = await Promise.all([
    getTranslations('connectionsPage'),
    listConnections(context, accountsOf(context, staff)),
    mayAdd ? listAdding(context) : [],
  ]);
  return (
    <SettingsFrame guarded={guarded} page="connections" note={<span className="text-ink-3">{t('context')}</span>}>
      <ClientWords spaces={['common', 'form', 'asking', 'stepUp', 'sendingStop', 'frame', 'saveConnection']}>
        {mayAdd && (
          <div className="gutter grid justify-items-start gap-2 pt-4 pb-2">
            <AddConnection connection={slug} />
            <ChangeWaits slug={slug} zone={staff.timeZone} waiting={adding} object={{ kind: 'connection' }} />
          </div>
        )}
        {connections.map((connection) => (
          <One key={connection.id} guarded={guarded} connection={connection} here={slug} />
        ))}
      </ClientWords>
      <LiveRefresh connection={slug} topics={['connections', 'approvals']} />
    </SettingsFrame>
  );
}

async function One({ guarded, connection, here }: { guarded: Guarded; connection: ConnectionView; here: string }) {
  const { context, staff } = guarded;
  const { id, slug, name, environment, stop } = connection;
  const [t, tFrame, waiting, switching] = await Promise.all([
    getTranslations('connectionsPage'),
    getTranslations('frame'),
    listPending(context, id, 'connection', [id]),
    // Belongs to none: one that is off has no address under which it could be looked at.
    listPending(context, null, 'connection', [id]),
  ]);
  const mayStop = mayDo(staff.permissions, 'sending:stop');
  const named = { connection: slug, name, environment };
  return (
    <section aria-labelledby={`connection-${slug}`} data-connection={slug}>
      <div className="section-head">
        <h2 id={`connection-${slug}`}>
          <Link className="hover:underline" href={paths.home(slug)} prefetch={false} title={t('home', { name })}>
            {name}
          </Link>
        </h2>
        <p className="flex flex-wrap items-center gap-2">
          <Badge
            tone={environment === 'live' ? 'rejected' : 'none'}
            icon={environment === 'live' ? 'warning' : 'practice'}
          >
            {tFrame(`environment.${environment}.word`)}
          </Badge>
          <span>{tFrame(`mode.${connection.mode}`)}</span>
          <span>{t(`source.${connection.source}`)}</span>
          {connection.isSwitchedOff && <Badge tone="punished">{t('switchedOff')}</Badge>}
        </p>
        <div data-part="actions">
          {connection.source === 'settings' && mayDo(staff.permissions, 'keys:manage') && (
            <>
              {!connection.isSwitchedOff && (
                <AddConnection connection={slug} exchange={{ name, merchantSerial: connection.merchantSerial }} />
              )}
              <SwitchConnection connection={here} id={id} name={name} to={connection.isSwitchedOff ? 'on' : 'off'} />
            </>
          )}
          {mayStop &&
            !connection.isSwitchedOff &&
            (stop ? (
              <GoOnSending {...named} waiting={connection.waiting} asked={waiting.map((one) => one.id)} />
            ) : (
              <StopSending {...named} />
            ))}
        </div>
      </div>
      <div className="gutter grid gap-2 pb-4">
        <ChangeWaits slug={slug} zone={staff.timeZone} waiting={waiting} object={{ kind: 'connection', name }} />
        <ChangeWaits slug={here} zone={staff.timeZone} waiting={switching} object={{ kind: 'connection', name }} />
        <ConnectionFacts
          connection={connection}
          notifyUrl={endpointUrl(context.environment.notifyUrl, slug)}
          zone={staff.timeZone}
        />
      </div>
    </section>
  );
}
