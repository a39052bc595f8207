import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { SettingsSearch } from '@/app/(staff)/settings/settings-frame';
import { requireSettings, SettingsFrame } from '@/app/(staff)/settings/settings-frame';
import { AskCertificates } from '@/components/connections/ask-certificates';
import { CertificateTable } from '@/components/connections/certificate-table';
import { ImportCertificate } from '@/components/connections/import-certificate';
import { AddMessageKey } from '@/components/connections/message-key-deeds';
import { MessageKeyTable } from '@/components/connections/message-key-table';
import { Timestamp } from '@/components/data/timestamp';
import { SampleBench } from '@/components/key-bench/sample-bench';
import { SealBench } from '@/components/key-bench/seal-bench';
import { ClientWords } from '@/components/layout/client-words';
import { getShelf } from '@/lib/connections/queries';
import { momentIn } from '@/lib/i18n/format';

export async function generateMetadata(): Promise<Metadata> {
  const tSettings = await getTranslations('settings');
  return { title: tSettings('certificates') };
}

export default async function CertificatesPage({ searchParams }: { searchParams: SettingsSearch }) {
  const guarded = await requireSettings(searchParams, 'certificates');
  const { context, staff, account } = guarded;
  const [t, shelf] = await Promise.all([getTranslations('certificates'), getShelf(context, account)]);
  const { slug } = account.connection;
  const { timeZone: zone } = staff;
  const now = context.now();
  const today = momentIn(now, zone).day;
  const platform = shelf.certificates.filter(({ kind }) => kind === 'platform');
  return (
    <SettingsFrame guarded={guarded} page="certificates" note={<span className="text-ink-3">{t('context')}</span>}>
      <ClientWords spaces={['common', 'form', 'certificates', 'messageKeys', 'keyBench', 'asking', 'stepUp']}>
        <section aria-labelledby="certificates">
          <div className="section-head">
            <h2 id="certificates">{t('title')}</h2>
            <p>
              {shelf.certificatesCheckedAt === null
                ? t('neverAsked')
                : t.rich('asked', { time: () => <Timestamp at={shelf.certificatesCheckedAt ?? ''} zone={zone} /> })}
            </p>
            <div data-part="actions">
              <AskCertificates connection={slug} zone={zone} />
              <ImportCertificate connection={slug} zone={zone} />
            </div>
          </div>
          <CertificateTable
            connection={slug}
            certificates={shelf.certificates}
            merchantSerial={shelf.merchantSerial}
            zone={zone}
          />
        </section>
        <section aria-labelledby="message-keys">
          <MessageKeyHead connection={slug} today={today} />
          <MessageKeyTable connection={slug} keys={shelf.keys} zone={zone} now={now} today={today} />
        </section>
        <Bench connection={slug} serials={platform.map(({ serial, seals }) => ({ serial, seals }))} />
      </ClientWords>
    </SettingsFrame>
  );
}

async function MessageKeyHead(props: { connection: string; today: string }) {
  const t = await getTranslations('messageKeys');
  return (
    <div className="section-head">
      <h2 id="message-keys">{t('title')}</h2>
      <p>{t('explain')}</p>
      <div data-part="actions">
        <AddMessageKey {...props} />
      </div>
    </div>
  );
}

async function Bench({ connection, serials }: { connection: string; serials: { serial: string; seals: boolean }[] }) {
  const t = await getTranslations('keyBench');
  return (
    <section aria-labelledby="bench">
      <div className="section-head">
        <h2 id="bench">{t('title')}</h2>
        <p>{t('explain')}</p>
      </div>
      <div className="gutter bench">
        <SampleBench connection={connection} />
        <SealBench connection={connection} serials={serials} />
      </div>
    </section>
  );
}
