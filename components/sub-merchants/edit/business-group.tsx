'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SegmentedField } from '@/components/form/radio-group';
import { useFieldValue } from '@/components/form/use-field';
import { FieldGrid, Group } from '@/components/ui/section';
import type { Suggestion } from '@/lib/i18n/reference/suggestions';
import { businessCategories, merchantCategories } from '@/lib/i18n/reference/suggestions';
import { isShown } from '@/lib/sub-merchants/rules';
import { useEdit } from './edit-context';
import { EditField, fieldKey } from './edit-field';
import { PhotosField } from './photos-field';

const channels = [
  'business.website',
  'business.app_download',
  'business.office_account',
  'business.mini_program',
] as const;

/** How and what the sub-merchant sells. Which of the channels and the address are asked for follows from the type. */
export function BusinessGroup() {
  const t = useTranslations('edit');
  const words = useTranslations('fields');
  const type = {
    merchantType: useFieldValue<string>('merchant_type'),
    businessType: useFieldValue<string>('business.business_type'),
  };
  return (
    <Group id="business" legend={t('groups.business')}>
      <FieldGrid>
        <div className="wide">
          <SegmentedField
            name="business.business_type"
            label={words(`${fieldKey('business.business_type')}.label`)}
            help={words(`${fieldKey('business.business_type')}.help`)}
            choices={['ONLINE', 'OFFLINE', 'BOTH'].map((value) => ({ value, label: t(`sells.${value}`) }))}
          />
        </div>
        <CodeField path="business_category" load={businessCategories} />
        <CodeField path="business.mcc" max={4} load={merchantCategories} />
        {channels
          .filter((path) => isShown(path, type))
          .map((path) => (
            <EditField key={path} path={path} max={128} isWide={path === 'business.website'} />
          ))}
        {isShown('business.store_address', type) && <EditField path="business.store_address" max={128} isWide />}
        {isShown('business.store_photos', type) && <PhotosField />}
      </FieldGrid>
    </Group>
  );
}

type CodeFieldProps = { path: 'business_category' | 'business.mcc'; max?: number; load: () => Promise<Suggestion[]> };

/** A code with suggestions that are fetched when the field is entered. What is not on the list may be typed all the same. */
function CodeField({ path, max, load }: CodeFieldProps) {
  const t = useTranslations('edit');
  const [suggestions, setSuggestions] = useState<Suggestion[] | null>(null);
  const value = useFieldValue<string>(path);
  const { base } = useEdit();
  const found = suggestions?.find((suggestion) => suggestion.value === value);
  const isUnlisted = suggestions !== null && value !== '' && value !== base.held[path] && !found;
  const about = found?.label ?? (isUnlisted ? t('notListed') : null);
  const warm = () => {
    // Suggestions are help: without them the field works as it is.
    if (suggestions === null) load().then(setSuggestions, () => undefined);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: entering the field inside fetches its suggestions.
    <div onFocus={warm}>
      <EditField
        path={path}
        about={about}
        inputMode="numeric"
        {...(max !== undefined && { max })}
        {...(suggestions && { suggestions })}
      />
    </div>
  );
}
