'use client';

import { useTranslations } from 'next-intl';
import { useFormContext, useWatch } from 'react-hook-form';
import { Tick } from '@/components/form/tick';
import { outgoing, requiredPaths } from '@/lib/sub-merchants/rules';
import type { EditValues, FieldPath } from '@/lib/sub-merchants/schema';
import { isPersonalPath } from '@/lib/sub-merchants/schema';
import { useEdit } from './edit-context';

/** The tick that a held optional value leaves the request: blank alone never clears what we hold (screens 6). */
export function LeaveOutTick({ path }: { path: FieldPath }) {
  const t = useTranslations('edit');
  const words = useTranslations('fields');
  const { base, isLocked } = useEdit();
  const form = useFormContext<EditValues>();
  const values = useWatch({ control: form.control }) as EditValues;
  const type = { merchantType: values.merchant_type, businessType: values.business.business_type };
  const isHeld = isPersonalPath(path) ? base.masks[path] !== undefined : base.held[path] !== undefined;
  if (!isHeld || requiredPaths(type).includes(path)) return null;
  const isTicked = values.ticked.leftOut.includes(path);
  if (outgoing(path, values, base).kind === 'typed') return null;
  // Said aloud with its field: several of these may stand in one form.
  const label = (
    <span className="text-ink-2 text-small">
      {t('leaveOut')}
      <span className="sr-only">{` ${words(`${path.replaceAll('.', '_')}.label`)}`}</span>
    </span>
  );
  const change = (checked: boolean) => {
    const others = values.ticked.leftOut.filter((held) => held !== path);
    form.setValue('ticked.leftOut', checked ? [...others, path] : others, { shouldDirty: true });
    if (form.formState.isSubmitted || form.getFieldState(path).error) void form.trigger(path);
  };
  return (
    <Tick name={`ticked.leftOut.${path}`} label={label} checked={isTicked} onChange={change} disabled={isLocked} />
  );
}
