import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { isShown } from '@/lib/sub-merchants/rules';
import type { FieldPath } from '@/lib/sub-merchants/schema';
import { isPersonalPath } from '@/lib/sub-merchants/schema';
import type { SubMerchantView } from '@/lib/sub-merchants/view';
import { Unheld } from '../data/unheld';
import type { Looking } from '../personal/masked-value';
import { MaskedValue } from '../personal/masked-value';
import { Section } from '../ui/section';
import { useFieldLabel } from './field-label';

export type CountryNames = Record<string, string>;

type HeldValuesProps = {
  record: SubMerchantView;
  title: string;
  note?: string;
  paths: readonly FieldPath[];
  countries: CountryNames;
  looking?: Looking;
};

const enumerated = ['merchant_type', 'business.business_type'];

/** A group of fields as they are held: label, value, wire name. Personal values are masks; nothing is opened here. */
export function HeldValues({ record, title, note, paths, countries, looking = null }: HeldValuesProps) {
  const label = useFieldLabel();
  const type = {
    merchantType: String(record.held.merchant_type ?? ''),
    businessType: String(record.held['business.business_type'] ?? ''),
  };
  const isHeld = (path: FieldPath) => record.held[path] !== undefined || record.masks[path] !== undefined;
  const shown = paths.filter((path) => isHeld(path) || isShown(path, type));
  if (shown.length === 0) return null;
  return (
    <Section title={title} note={note}>
      <dl className="held-values">
        {shown.map((path) => (
          <div key={path} id={`held-${path}`}>
            <dt>{label(path)}</dt>
            <dd>
              <HeldValue record={record} path={path} countries={countries} looking={looking} />
            </dd>
            <dd className="mono" translate="no">
              {path}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function HeldValue({
  record,
  path,
  countries,
  looking,
}: Pick<HeldValuesProps, 'record' | 'countries'> & { path: FieldPath; looking: Looking }): ReactNode {
  const t = useTranslations('record');
  const words = useTranslations('subMerchants');
  const label = useFieldLabel();
  const mask = record.masks[path];
  if (isPersonalPath(path))
    return mask === undefined ? (
      <Unheld reason={t('unheld')} />
    ) : (
      <MaskedValue
        mask={mask}
        look={{ kind: 'sub-merchant', objectId: record.subMchid, path }}
        name={label(path)}
        looking={looking}
      />
    );
  const value = record.held[path];
  if (value === undefined) return <Unheld reason={t('unheld')} />;
  if (Array.isArray(value)) return t('photos', { count: value.length });
  if (enumerated.includes(path)) {
    const key = `${path === 'merchant_type' ? 'merchantType' : 'businessType'}.${value}`;
    return (
      <>
        {words.has(key) && `${words(key)} `}
        <span className="mono text-ink-3">{value}</span>
      </>
    );
  }
  if (path === 'merchant_country_code') return countries[value] ?? value;
  if (path === 'registration_certificate_date' && value === 'PERMANENT') return `${words('registration.permanent')}`;
  if (path === 'registration_certificate_date' && value === 'N/A') return words('registration.none');
  return value;
}
