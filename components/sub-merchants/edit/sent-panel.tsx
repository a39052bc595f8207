'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { z } from 'zod';
import { Details } from '@/components/ui/details';
import { Icon } from '@/components/ui/icon';
import { Panel } from '@/components/ui/section';
import type { PanelLine } from '@/lib/sub-merchants/rules';
import { isPersonalPath } from '@/lib/sub-merchants/schema';
import type { SentSummary } from './sent-summary';

export type SendingIds = { sp_appid: string; sp_mchid: string; platformSerial: string | null; dialectPrefix: string };

type SentPanelProps = {
  summary: SentSummary;
  subMchid: string;
  sending: SendingIds;
  /** It has left already: the same lines, told in the past. */
  isSent: boolean;
};

const icons = { changed: 'pencil', added: 'plus', removed: 'minus', same: null } as const;

/** The path as it is read: the long name of the H5 part is shortened to what tells its fields apart. */
const shortPath = (path: string) => path.replace(/^h5_payment_apply_info\./, '…');

/** Media ids are long and say nothing: how many, and how much of the text they fill. */
function usePhotosText() {
  const t = useTranslations('edit.sent');
  return (list: string) =>
    t('photos', { count: z.array(z.string()).parse(JSON.parse(list)).length, length: list.length });
}

/** What a line says goes out. Personal values are words and sizes, never values. */
function useLineText() {
  const t = useTranslations('edit.sent');
  const photosOf = usePhotosText();
  return (line: PanelLine): string => {
    const { path, kind, value, sealedBytes } = line;
    if (kind === 'removed') return t('notSent');
    if (path.startsWith('contact.'))
      return kind === 'same' ? t('sealedSame') : t('sealedNew', { count: sealedBytes ?? 0 });
    if (isPersonalPath(path))
      return kind === 'same' ? t('same', { mask: value ?? '' }) : t('newValue', { count: sealedBytes ?? 0 });
    if (path === 'business.store_photos' && value !== null) return photosOf(value);
    const isBare = path === 'business_category' || path === 'apply_h5_payment';
    return isBare ? (value ?? '') : JSON.stringify(value);
  };
}

function Line({ line, label, isInside = false }: { line: PanelLine; label: string | null; isInside?: boolean }) {
  const t = useTranslations('edit.sent');
  const textOf = useLineText();
  const photosOf = usePhotosText();
  const icon = icons[line.kind];
  const isBare = isPersonalPath(line.path) || line.was === null;
  const was = isBare
    ? line.was
    : line.path === 'business.store_photos'
      ? photosOf(line.was ?? '')
      : JSON.stringify(line.was);
  const showWas = line.kind === 'changed' || (line.kind === 'removed' && label !== null);
  return (
    <li data-kind={line.kind} data-inside={isInside || undefined}>
      {icon ? <Icon name={icon} size="small" /> : <span />}
      <span>
        {line.kind !== 'same' && <span className="sr-only">{`${t(`kind.${line.kind}`)} `}</span>}
        {label !== null && <i>{`${label} `}</i>}
        {line.kind === 'removed' && label === null && (
          <>
            <s>{was}</s>{' '}
          </>
        )}
        <span data-part="value">{textOf(line)}</span>
        {showWas && was !== null && (
          <span data-part="was">
            {t('was')} <s>{was}</s>
          </span>
        )}
      </span>
    </li>
  );
}

function DomainLines({ lines }: { lines: PanelLine[] }) {
  if (lines.length === 0) return null;
  const isChanged = lines.some(({ kind }) => kind !== 'same');
  return (
    <>
      <li data-kind={isChanged ? 'changed' : 'same'}>
        {isChanged ? <Icon name="pencil" size="small" /> : <span />}
        <span>
          <i>{'…domains '}</i>
          {'['}
        </span>
      </li>
      {lines.map((line) => (
        <Line key={`${line.kind} ${line.value ?? line.was}`} line={line} label={null} isInside />
      ))}
      <li>
        <span />
        <span>{']'}</span>
      </li>
    </>
  );
}

function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <li data-part="fold">
      <Details summary={summary}>{children}</Details>
    </li>
  );
}

/** The whole body as it would leave: changed lines first, then what is sent as held, then what is not sent at all. */
export function SentPanel({ summary, subMchid, sending, isSent }: SentPanelProps) {
  const t = useTranslations('edit.sent');
  const name = useId();
  const [isAll, setIsAll] = useState(true);
  const choice = (all: boolean, label: string) => (
    <label>
      <input type="radio" name={name} checked={isAll === all} onChange={() => setIsAll(all)} />
      {label}
    </label>
  );
  return (
    <Panel
      title={t(isSent ? 'titleSent' : 'title')}
      aside={
        <span className="segmented" data-size="small" role="radiogroup" aria-label={t('toggle')}>
          {choice(false, t('changedCount', { count: summary.changedCount }))}
          {choice(true, t('allCount', { count: summary.allCount }))}
        </span>
      }
      under={
        <p className="mono text-ink-2 mt-1" translate="no">
          {`PATCH /v3/global/merchants/${subMchid}`}
        </p>
      }
      footer={
        <dl className="sent-foot">
          <dt className="mono">{'Idempotency-Key'}</dt>
          <dd>{t(isSent ? 'keyMade' : 'keyLater')}</dd>
          <dt className="mono">{`${sending.dialectPrefix}-Serial`}</dt>
          <dd className="mono" title={sending.platformSerial ?? undefined}>
            {sending.platformSerial === null
              ? t('noSerial')
              : `${sending.platformSerial.slice(0, 4)}…${sending.platformSerial.slice(-4)}`}
          </dd>
        </dl>
      }
    >
      <ul className="sent-lines" translate="no">
        {summary.changedCount === 0 && <li data-part="empty">{t('nothingChanged')}</li>}
        {summary.changed.map((line) => (
          <Line key={line.path} line={line} label={shortPath(line.path)} />
        ))}
        <DomainLines lines={summary.domains} />
        {isAll && (
          <>
            <li data-part="fold">
              <details className="details" open>
                <summary>
                  <Icon name="right" size="small" />
                  {t('asHeld', { count: summary.resent.length })}
                </summary>
                <ul>
                  {summary.resent.map((line) => (
                    <Line key={line.path} line={line} label={shortPath(line.path)} />
                  ))}
                </ul>
              </details>
            </li>
            <Fold summary={t('fixed')}>
              <ul>
                <li>
                  <span />
                  <span>
                    <i>{'sp_appid '}</i>
                    {sending.sp_appid}
                  </span>
                </li>
                <li>
                  <span />
                  <span>
                    <i>{'sp_mchid '}</i>
                    {sending.sp_mchid}
                  </span>
                </li>
              </ul>
            </Fold>
          </>
        )}
        {summary.notHeld.length > 0 && (
          <li data-part="not-held">
            <Icon name="minus" size="small" />
            <span>{t('notHeld', { fields: summary.notHeld.join(', ') })}</span>
          </li>
        )}
      </ul>
    </Panel>
  );
}
