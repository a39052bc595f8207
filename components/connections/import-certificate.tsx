'use client';

import { useTranslations } from 'next-intl';
import type { DragEvent } from 'react';
import { useState, useTransition } from 'react';
import { importCertificateAction, inspectCertificateAction } from '@/lib/connections/actions';
import { readSerial } from '@/lib/connections/rules';
import type { FoundCertificate } from '@/lib/connections/view';
import { AskedNotice } from '../approvals/asked-notice';
import { ReasonField } from '../approvals/reason-field';
import { useAskedDeed } from '../approvals/use-asked-deed';
import { Timestamp } from '../data/timestamp';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Facts } from '../ui/facts';
import { FaultNotice, Notice } from '../ui/notice';
import { CertificateBadge } from './certificate-badge';
import { useFaults } from './use-faults';

type ImportProps = { connection: string; zone: string };

const privateKeyRules = ['private-key-where-certificate-expected', 'encrypted-key'];

/** A button, and the dialog in which a certificate is pasted, judged, compared with its fingerprint and saved. */
export function ImportCertificate({ connection, zone }: ImportProps) {
  const t = useTranslations('certificates.import');
  const [open, setOpen] = useState(false);
  const [saved, setSaved] = useState<Saved | null>(null);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="primary"
        icon="upload"
        data-action="import"
        onClick={() => {
          setSaved(null);
          setOpen(true);
        }}
      >
        {t('label')}
      </Button>
      {saved !== null && (
        <div data-part="answer">
          {'approvalId' in saved ? (
            <AskedNotice connection={connection} approvalId={saved.approvalId} />
          ) : (
            <Notice tone="approved" icon="approved" role="status">
              {t('saved', { serial: saved.serial })}
            </Notice>
          )}
        </div>
      )}
      {open && <ImportDialog connection={connection} zone={zone} close={close} saved={setSaved} />}
    </>
  );
}

/** What became of it: kept, or asked for. */
type Saved = { serial: string } | { approvalId: string };
type ImportDialogProps = ImportProps & { close: () => void; saved: (saved: Saved) => void };

function ImportDialog({ connection, zone, close, saved }: ImportDialogProps) {
  const t = useTranslations('certificates.import');
  const faultsOf = useFaults({ space: 'certificates.import' });
  const asked = (approvalId: string) => saved({ approvalId });
  const { act, faults, setFaults, isPending, stepUp } = useAskedDeed({ close, asked, faultsOf });
  const [pem, setPem] = useState('');
  const [found, setFound] = useState<FoundCertificate | null>(null);
  const [fingerprint, setFingerprint] = useState('');
  const [serial, setSerial] = useState('');
  const [reason, setReason] = useState('');
  const [isJudging, start] = useTransition();
  const pending = isJudging || isPending;

  const judge = (text: string) =>
    start(async () => {
      const answer = await inspectCertificateAction({ connection, pem: text }).catch(() => null);
      setFound(answer?.ok ? answer.value : null);
      const rules = answer?.ok === false && answer.refusal.kind === 'invalid' ? answer.refusal.issues : [];
      // What nobody should have pasted does not stay on the screen.
      if (rules.some(({ rule }) => privateKeyRules.includes(rule))) setPem('');
      setFaults(answer?.ok ? {} : faultsOf(answer?.refusal ?? null));
    });
  const save = () =>
    act(
      (intent) => importCertificateAction({ connection, intent, reason, pem, fingerprint, serial }),
      () => saved({ serial: found?.serial ?? '' }),
    );
  const type = (text: string) => {
    setPem(text);
    setFound(null);
    setFaults({});
  };
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    void file.text().then((text) => {
      type(text);
      judge(text);
    });
  };
  return (
    <Dialog
      open
      onClose={close}
      size="wide"
      title={t('title')}
      footer={
        <>
          <Button data-action="cancel" onClick={close}>
            {t('cancel')}
          </Button>
          {found ? (
            <Button
              data-action="confirm"
              variant="primary"
              pending={pending}
              disabled={pending || fingerprint.trim() === ''}
              onClick={save}
            >
              {t('save')}
            </Button>
          ) : (
            <Button
              data-action="check"
              variant="primary"
              pending={pending}
              disabled={pending || pem.trim() === ''}
              onClick={() => judge(pem)}
            >
              {pending ? t('checking') : t('check')}
            </Button>
          )}
        </>
      }
    >
      <div className="md:hidden">
        <Notice icon="screen">{t('largerScreen')}</Notice>
      </div>
      <FaultNotice>{faults['']}</FaultNotice>
      <Field
        id="import-pem"
        name="pem"
        apiName={null}
        label={t('pem.label')}
        help={t('pem.help')}
        error={faults.pem ?? null}
        isChanged={false}
      >
        {(control) => (
          <textarea
            {...control}
            className="control mono"
            rows={found ? 3 : 9}
            value={pem}
            spellCheck={false}
            autoComplete="off"
            placeholder="-----BEGIN CERTIFICATE-----"
            onChange={(event) => type(event.target.value)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={drop}
          />
        )}
      </Field>
      {found && (
        <>
          <Found found={found} zone={zone} />
          <Field
            id="import-fingerprint"
            name="fingerprint"
            apiName={null}
            label={t('fingerprint.label')}
            help={t('fingerprint.help')}
            error={faults.fingerprint ?? null}
            isChanged={false}
          >
            {(control) => (
              <input
                {...control}
                className="control mono"
                data-first-focus=""
                value={fingerprint}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setFingerprint(event.target.value)}
              />
            )}
          </Field>
          <Field
            id="import-serial"
            name="serial"
            apiName={null}
            label={t('serial.label')}
            help={<SerialHelp typed={serial} />}
            error={faults.serial ?? null}
            isChanged={false}
          >
            {(control) => (
              <input
                {...control}
                className="control mono"
                value={serial}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setSerial(event.target.value)}
              />
            )}
          </Field>
          <ReasonField id="import-reason" value={reason} change={setReason} error={faults.reason ?? null} />
        </>
      )}
      {stepUp}
    </Dialog>
  );
}

/** What a typed serial number is: one in decimal digits is shown in hexadecimal, as everything here writes it. */
function SerialHelp({ typed }: { typed: string }) {
  const t = useTranslations('certificates.import.serial');
  const read = readSerial(typed);
  if (read?.fromDecimal == null) return t('help');
  return t.rich('fromDecimal', { hex: read.fromDecimal, mono: (chunks) => <span className="mono">{chunks}</span> });
}

function Found({ found, zone }: { found: FoundCertificate; zone: string }) {
  const t = useTranslations('certificates.import.found');
  return (
    <>
      <Facts
        facts={[
          {
            key: 'serial',
            term: t('serial'),
            value: (
              <>
                <span className="mono">{found.serial}</span>
                <span className="text-ink-3 text-small block">{t('decimal', { serial: found.serialDecimal })}</span>
              </>
            ),
          },
          { key: 'subject', term: t('subject'), value: found.subject },
          {
            key: 'valid',
            term: t('valid'),
            value: (
              <span className="grid">
                <Timestamp at={found.from} zone={zone} />
                <Timestamp at={found.until} zone={zone} />
              </span>
            ),
          },
          { key: 'budget', term: t('budget'), value: t('bytes', { count: found.budgetBytes }) },
          { key: 'state', term: t('state'), value: <CertificateBadge state={found.state} days={found.days} /> },
        ]}
      />
      {found.state === 'ended' && (
        <Notice tone="punished" icon="warning">
          {t('ended')}
        </Notice>
      )}
      {found.wouldSeal && (
        <Notice tone="punished" icon="key">
          {t('wouldSeal')}
        </Notice>
      )}
    </>
  );
}
