import { useTranslations } from 'next-intl';
import type { ConnectionView } from '@/lib/connections/view';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Badge } from '../ui/badge';
import { Facts } from '../ui/facts';

type ConnectionFactsProps = {
  connection: ConnectionView;
  /** Where the platform posts its notifications. */
  notifyUrl: string;
  zone: string;
};

/** What a connection is, without a secret. */
export function ConnectionFacts({ connection, notifyUrl, zone }: ConnectionFactsProps) {
  const t = useTranslations('connectionsPage');
  const { stop, mode } = connection;
  const mono = (value: string) => (
    <span className="mono wrap-anywhere" translate="no">
      {value}
    </span>
  );
  const named = (name: string, value: string) => ({
    key: name,
    term: <span className="mono">{name}</span>,
    value: mono(value),
  });
  return (
    <Facts
      facts={[
        {
          term: t('fact.sending'),
          value: (
            <span className="flex flex-wrap items-center gap-2">
              {connection.isSwitchedOff ? (
                <Badge tone="punished" icon="stop">
                  {t('switchedOff')}
                </Badge>
              ) : stop ? (
                <>
                  <Badge tone="rejected" icon="stop">
                    {t('stopped')}
                  </Badge>
                  <span className="wrap-anywhere">
                    {stop.by} · <Timestamp at={stop.at} zone={zone} /> · <q>{stop.reason}</q>
                  </span>
                </>
              ) : (
                <Badge tone="approved" icon="approved">
                  {t('sends')}
                </Badge>
              )}
              <span className="text-ink-3">{t('waiting', { count: connection.waiting })}</span>
            </span>
          ),
        },
        named(mode === 'common' ? 'mchid' : 'sp_mchid', connection.mchid),
        named(mode === 'common' ? 'appid' : 'sp_appid', connection.appid),
        { term: t('fact.baseUrl'), value: mono(connection.baseUrl) },
        { term: t('fact.dialect'), value: mono(connection.dialect) },
        { term: t('fact.notify'), value: mono(notifyUrl) },
        { term: t('fact.serial'), value: mono(connection.merchantSerial) },
        // Of one that is switched off no key is opened, and its certificate not either.
        ...(connection.isSwitchedOff
          ? []
          : [
              {
                term: t('fact.certificateEnds'),
                value:
                  connection.merchantCertificateEndsAt === null ? (
                    <Unheld reason={t('unheld')} />
                  ) : (
                    <Timestamp at={connection.merchantCertificateEndsAt} zone={zone} />
                  ),
              },
            ]),
        { term: t('fact.reads'), value: t(connection.readsEnabled ? 'on' : 'off') },
        { term: t('fact.timeout'), value: t('seconds', { count: Math.round(connection.timeoutMs / 1000) }) },
      ]}
    />
  );
}
