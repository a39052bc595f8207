'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { AreaField } from '@/components/form/area-field';
import { Tick } from '@/components/form/tick';
import { MediaField } from '@/components/media/media-field';
import { Thumb } from '@/components/media/thumb';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { FixBase } from '@/lib/applications/rules';
import { repeatedPictures } from '@/lib/applications/rules';
import type { FixForm } from '@/lib/applications/view';
import { momentIn } from '@/lib/i18n/format';
import { useDesk } from './desk-context';
import { ZoomDialog } from './zoom-dialog';

const slots = [
  { path: 'website_business_page_pics', kind: 'business-page' },
  { path: 'website_homepage_pics', kind: 'homepage' },
] as const;

/** The two slots of screenshots and the certificate, with what was sent before beside what will be sent (features row 34). */
export function EvidencePane({ base }: { base: FixBase }) {
  const t = useTranslations('desk.evidence');
  const words = useTranslations('fields');
  const { connection, subMchid } = useDesk();
  const { control } = useFormContext<FixForm>();
  const values = useWatch({ control }) as FixForm;
  const repeated = repeatedPictures(values, base);
  const shared = { connection, subMchid, max: 128 };
  return (
    <>
      {slots.map(({ path, kind }) => {
        const others = slots
          .filter((slot) => slot.path !== path)
          .map((slot) => ({ name: slot.path, label: words(`${slot.path}.label`) }));
        return (
          <div className="slot" key={path} id={`slot-${path}`}>
            <Former path={path} />
            <MediaField
              {...shared}
              isList
              name={path}
              kind={kind}
              label={words(`${path}.label`)}
              help={words(`${path}.help`)}
              others={others}
            />
            <Zoom path={path} />
            <Checklist kind={kind} />
          </div>
        );
      })}
      {repeated.length > 0 && (
        <div className="slot">
          <Notice icon="warning" tone="rejected" role="alert">
            <span data-part="same-picture">{t('samePicture', { count: repeated.length })}</span>
          </Notice>
          <AreaField
            name="samePictureReason"
            apiName={null}
            label={t('sameReason')}
            help={t('sameReasonHelp')}
            rows={2}
            counter={{ max: 500 }}
          />
        </div>
      )}
      <div className="slot" id="slot-company_register_cert">
        <MediaField
          {...shared}
          isList={false}
          name="company_register_cert"
          kind="certificate"
          label={words('company_register_cert.label')}
          help={words('company_register_cert.help')}
        />
      </div>
    </>
  );
}

/** What the last attempts showed in this slot, and what became of them. */
function Former({ path }: { path: (typeof slots)[number]['path'] }) {
  const t = useTranslations('desk.evidence');
  const { attempts, pictures, connection, zone } = useDesk();
  const shown = attempts.filter(({ values }) => values[path].length > 0).slice(0, 2);
  if (shown.length === 0) return null;
  return (
    <div className="shots">
      {shown.map(({ id, number, verdict, decidedAt, values }) => (
        <figure key={id}>
          <figcaption data-verdict={verdict ?? 'none'}>
            {verdict === 'rejected' && decidedAt !== null
              ? t('rejectedOn', { number, day: momentIn(new Date(decidedAt), zone).day })
              : t('sentIn', { number })}
          </figcaption>
          <div>
            {values[path].map((mediaId) => {
              const picture = pictures.find((one) => one.mediaId === mediaId) ?? null;
              return (
                <Thumb
                  key={mediaId}
                  connection={connection}
                  picture={picture}
                  alt={picture?.hasCopy ? t('former', { number }) : t('noCopy')}
                  size="large"
                />
              );
            })}
          </div>
        </figure>
      ))}
    </div>
  );
}

/** Opens what was sent before beside what will be sent, where there are both. */
function Zoom({ path }: { path: (typeof slots)[number]['path'] }) {
  const t = useTranslations('desk.zoom');
  const { attempts } = useDesk();
  const [isOpen, setOpen] = useState(false);
  const { control } = useFormContext<FixForm>();
  const next = useWatch({ control, name: path }).filter((id) => id !== '');
  const former = [...new Set(attempts.flatMap(({ values }) => values[path]))];
  if (former.length === 0 || next.length === 0) return null;
  return (
    <>
      <Button size="small" icon="eye" data-action="zoom" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && <ZoomDialog former={former} next={next} close={() => setOpen(false)} />}
    </>
  );
}

/** What a screenshot of this kind has to show, to tick while looking: for the eye alone, nothing of it is sent or kept. */
function Checklist({ kind }: { kind: (typeof slots)[number]['kind'] }) {
  const t = useTranslations('desk.checklist');
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const items = kind === 'homepage' ? ['address', 'name', 'legal'] : ['address', 'prices', 'order'];
  return (
    <ul className="desk-checks" aria-label={t('title')}>
      {items.map((item) => (
        <li key={item}>
          <Tick
            name={`looked.${kind}.${item}`}
            label={t(item)}
            checked={ticked.includes(item)}
            onChange={(isTicked) => setTicked(isTicked ? [...ticked, item] : ticked.filter((other) => other !== item))}
          />
        </li>
      ))}
    </ul>
  );
}
