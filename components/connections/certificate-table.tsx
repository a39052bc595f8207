import { useTranslations } from 'next-intl';
import type { CertificateView } from '@/lib/connections/view';
import { CopyButton } from '../data/copy-button';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Cell, HeadCell, Table } from '../ui/table';
import { CertificateBadge } from './certificate-badge';
import { RemoveCertificate } from './remove-certificate';

type CertificateTableProps = {
  /** Slug of the connection. */
  connection: string;
  certificates: CertificateView[];
  /** The serial that we sign under, known also without our certificate. */
  merchantSerial: string;
  zone: string;
};

/** Every certificate of the connection, the one that ends last first, our own at the end. */
export function CertificateTable({ connection, certificates, merchantSerial, zone }: CertificateTableProps) {
  const t = useTranslations('certificates');
  const hasOwn = certificates.some(({ kind }) => kind === 'own');
  return (
    <div className="shelf">
      <Table caption={t('title')}>
        <thead>
          <tr>
            <HeadCell>{t('column.serial')}</HeadCell>
            <HeadCell>{t('column.use')}</HeadCell>
            <HeadCell>{t('column.valid')}</HeadCell>
            <HeadCell giveWay={4}>{t('column.fingerprint')}</HeadCell>
            <HeadCell align="end" giveWay={2}>
              {t('column.budget')}
            </HeadCell>
            <HeadCell>{t('column.state')}</HeadCell>
            <HeadCell isHidden>{t('column.deeds')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {certificates.map((certificate) => (
            <CertificateRow
              key={`${certificate.kind} ${certificate.serial}`}
              connection={connection}
              certificate={certificate}
              zone={zone}
            />
          ))}
          {!hasOwn && <UnseenOwnRow serial={merchantSerial} />}
        </tbody>
      </Table>
    </div>
  );
}

type CertificateRowProps = { connection: string; certificate: CertificateView; zone: string };

function CertificateRow({ connection, certificate, zone }: CertificateRowProps) {
  const t = useTranslations('certificates');
  const { kind, serial, subject, from, until, inPem, budgetBytes, state, days, source } = certificate;
  return (
    <tr data-serial={serial}>
      <Cell part="name">
        <Id value={serial} />
        <small title={subject}>{subject}</small>
      </Cell>
      <Cell part="detail" label={t('column.use')}>
        <span>
          <b className="font-medium">{t(`kind.${kind}`)}</b>
          <Uses certificate={certificate} />
          <small className="block">{t(`source.${source}`)}</small>
        </span>
      </Cell>
      <Cell>
        <span className="grid">
          <Timestamp at={from} zone={zone} show="day" />
          <Timestamp at={until} zone={zone} show="day" />
        </span>
        {inPem && (
          <small className="block" title={t('inPemWhy')}>
            {t.rich('inPem', { time: () => <Timestamp at={inPem.until} zone={zone} show="day" /> })}
          </small>
        )}
      </Cell>
      <Cell giveWay={4} part="detail" label={t('column.fingerprint')}>
        <Fingerprint value={certificate.fingerprint} />
      </Cell>
      <Cell align="end" giveWay={2} part="detail" label={t('column.budget')}>
        <span>{kind === 'platform' ? t('bytes', { count: budgetBytes }) : <Unheld reason={t('noBudget')} />}</span>
      </Cell>
      <Cell part="state">
        <CertificateBadge state={state} days={days} />
      </Cell>
      <Cell part="action">
        <Timestamp at={until} zone={zone} show="day" />
      </Cell>
      <Cell part="deeds">
        {source === 'import' && <RemoveCertificate connection={connection} serial={serial} subject={subject} />}
      </Cell>
    </tr>
  );
}

function Uses({ certificate: { kind, seals, verifies } }: { certificate: CertificateView }) {
  const t = useTranslations('certificates.use');
  if (kind === 'own') return <span className="block">{t('signs')}</span>;
  if (!seals && !verifies) return <span className="text-ink-3 block">{t('nothing')}</span>;
  return (
    <>
      {seals && <span className="block">{t('seals')}</span>}
      {verifies && <span className="block">{t('verifies')}</span>}
    </>
  );
}

/** SHA-256 in groups of four digits on four lines, so that it can be compared by eye; copied as tools print it. */
function Fingerprint({ value }: { value: string }) {
  const t = useTranslations('certificates.copy');
  const groups = value.replaceAll(':', '').match(/.{4}/g) ?? [];
  return (
    <span className="flex items-center gap-1">
      <span className="mono text-ink-2" translate="no">
        {[0, 4, 8, 12].map((first) => (
          <span key={first} className="block">
            {groups.slice(first, first + 4).join(' ')}
          </span>
        ))}
      </span>
      <CopyButton value={value} label={t('label')} done={t('done')} />
    </span>
  );
}

/** Our own certificate where its file was not given: only its serial is known. */
function UnseenOwnRow({ serial }: { serial: string }) {
  const t = useTranslations('certificates');
  const none = <Unheld reason={t('ownUnseen')} />;
  return (
    <tr data-serial={serial}>
      <Cell part="name">
        <Id value={serial} />
        <small title={t('ownUnseen')}>{t('ownUnseen')}</small>
      </Cell>
      <Cell part="detail" label={t('column.use')}>
        <span>
          <b className="font-medium">{t('kind.own')}</b>
          <span className="block">{t('use.signs')}</span>
          <small className="block">{t('source.setting')}</small>
        </span>
      </Cell>
      <Cell>{none}</Cell>
      <Cell giveWay={4}>{none}</Cell>
      <Cell align="end" giveWay={2}>
        {none}
      </Cell>
      <Cell part="state">{none}</Cell>
      <Cell part="deeds" />
    </tr>
  );
}
