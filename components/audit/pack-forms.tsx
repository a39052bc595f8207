import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { packKinds } from '@/lib/audit/filters';
import { paths } from '@/lib/paths';
import { Button } from '../ui/button';
import { FaultNotice } from '../ui/notice';
import { Section } from '../ui/section';
import { Select } from '../ui/select';

type Asked = {
  fault?: 'incomplete' | 'nothing' | 'too-large' | undefined;
  about?: 'record' | 'batch' | 'period' | undefined;
  kind?: string | undefined;
  id?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
};

type PackFormsProps = { slug: string; asked: Asked; zone: string; isInstitutional: boolean };

/** A pack of evidence of a record, of a batch, or of a period: each form leads to a file. */
export function PackForms({ slug, asked, zone, isInstitutional }: PackFormsProps) {
  const t = useTranslations('audit.proof');
  const tKind = useTranslations('audit.objectKind');
  const kinds = packKinds.filter((kind) => isInstitutional || kind === 'contract' || kind === 'deduction');
  const typed = (about: Asked['about'], value: string | undefined) => (asked.about === about ? (value ?? '') : '');
  return (
    <Section title={t('pack')} note={t('packNote')}>
      <div className="mt-2 grid gap-4">
        <FaultNotice>{asked.fault && t(`packFault.${asked.fault}`)}</FaultNotice>
        <PackForm slug={slug} about="record" label={t('ofRecord')}>
          <Labelled id="pack-kind" label={t('kind')}>
            <Select
              id="pack-kind"
              name="kind"
              defaultValue={typed('record', asked.kind) || kinds[0]}
              options={kinds.map((kind) => ({ value: kind, label: tKind(kind) }))}
            />
          </Labelled>
          <Labelled id="pack-record" label={t('recordId')}>
            <input
              className="control mono"
              id="pack-record"
              name="id"
              required
              maxLength={128}
              autoComplete="off"
              defaultValue={typed('record', asked.id)}
            />
          </Labelled>
        </PackForm>
        <PackForm slug={slug} about="batch" label={t('ofBatch')}>
          <Labelled id="pack-batch" label={t('batchId')}>
            <input
              className="control mono"
              id="pack-batch"
              name="id"
              required
              maxLength={64}
              autoComplete="off"
              defaultValue={typed('batch', asked.id)}
            />
          </Labelled>
        </PackForm>
        <PackForm slug={slug} about="period" label={t('ofPeriod')} note={t('periodZone', { zone })}>
          <Labelled id="pack-from" label={t('from')}>
            <input
              className="control"
              id="pack-from"
              name="from"
              type="date"
              required
              defaultValue={typed('period', asked.from)}
            />
          </Labelled>
          <Labelled id="pack-until" label={t('until')}>
            <input
              className="control"
              id="pack-until"
              name="until"
              type="date"
              required
              defaultValue={typed('period', asked.until)}
            />
          </Labelled>
        </PackForm>
        <p className="text-ink-2 text-table max-w-prose">{t('packMeans')}</p>
      </div>
    </Section>
  );
}

type PackFormProps = { slug: string; about: string; label: string; note?: string; children: ReactNode };

/** A form of the browser's own: its answer is a file, which leaves the page as it is. */
function PackForm({ slug, about, label, note, children }: PackFormProps) {
  const t = useTranslations('audit.proof');
  return (
    <form action={paths.api.evidencePack(slug)} aria-label={label} className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="about" value={about} />
      <h3 className="w-full font-medium">
        {label} {note && <span className="text-ink-3 text-small font-normal">{note}</span>}
      </h3>
      {children}
      <Button type="submit" icon="download" data-action={`pack-${about}`}>
        {t('make')}
      </Button>
    </form>
  );
}

function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="field min-w-0">
      <div data-part="label">
        <label htmlFor={id}>{label}</label>
      </div>
      {children}
    </div>
  );
}
