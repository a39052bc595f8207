'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { MaskKind } from '@/components/form/mask';
import { MaskedField } from '@/components/form/masked-field';
import { TextField } from '@/components/form/text-field';
import { useFieldValue } from '@/components/form/use-field';
import { MaskedValue } from '@/components/personal/masked-value';
import type { PersonalPath, PlainPath } from '@/lib/sub-merchants/schema';
import { isPersonalPath } from '@/lib/sub-merchants/schema';
import { useEdit } from './edit-context';
import { LeaveOutTick } from './leave-out-tick';
import type { Tidied } from './tidy';
import { tidyPhone, tidyText } from './tidy';
import { usePhoneWarning } from './use-phone-warning';

/** Key of a wire path in the key space `fields`. */
export const fieldKey = (path: string): string => path.replaceAll('.', '_');

type EditFieldProps = {
  path: PlainPath | PersonalPath;
  /** Characters, or bytes where the value is sealed; absent: no counter. */
  max?: number;
  kind?: 'text' | 'phone';
  isPublic?: boolean;
  isWide?: boolean;
  isMono?: boolean;
  inputMode?: 'tel' | 'email' | 'text' | 'numeric' | 'url';
  suggestions?: { value: string; label: string }[];
  /** What is known of the value that stands in it, said beside what it was; instead of the field's own help. */
  about?: string | null;
  maskKind?: MaskKind;
};

/** Says what was done to the text when the field was left, or what speaks against the number; else nothing. */
function useRemark(kind: 'text' | 'phone', value: string) {
  const t = useTranslations('edit');
  const format = useFormatter();
  const [tidied, setTidied] = useState<{ value: string; notes: Tidied['notes'] } | null>(null);
  const phone = usePhoneWarning(kind === 'phone' ? value : '');
  const normalise = (typed: string) => {
    const result = kind === 'phone' ? tidyPhone(typed) : tidyText(typed);
    setTidied(result.notes.length > 0 ? result : null);
    phone.look(result.value);
    return result.value;
  };
  const isFresh = tidied !== null && tidied.value === value;
  const notes = isFresh
    ? t('tidied.sentence', { what: format.list(tidied.notes.map((note) => t(`tidied.${note}`))) })
    : null;
  const warning = phone.isDoubtful ? t('phoneDoubtful') : null;
  const remark = [notes, warning].filter((text) => text !== null).join(' ');
  return { normalise, warm: phone.warm, remark: remark === '' ? null : remark };
}

/** One field of 4.1 in the edit form: a plain value, or a masked one that is kept unless typed. */
export function EditField({
  path,
  max,
  kind = 'text',
  about = null,
  maskKind,
  isMono,
  inputMode,
  suggestions,
  ...look
}: EditFieldProps) {
  const words = useTranslations('fields');
  const t = useTranslations('edit');
  const { base, subMchid, looking } = useEdit();
  const value = useFieldValue<string>(path);
  const { normalise, warm, remark } = useRemark(kind, value);
  const isPersonal = isPersonalPath(path);
  const isSealed = path.startsWith('contact.');
  const held = isPersonal ? undefined : base.held[path];
  const was = typeof held === 'string' && held !== value ? t('was', { value: held }) : null;
  const known = [about, was].filter((text) => text !== null).join(' · ');
  const shared = {
    ...look,
    name: path,
    label: words(`${fieldKey(path)}.label`),
    help: remark ? <span role="status">{remark}</span> : known || words(`${fieldKey(path)}.help`),
    normalise,
    ...(max !== undefined && { counter: { max, unit: isSealed ? ('bytes' as const) : ('characters' as const) } }),
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: entering any control inside loads what checks it.
    <div className={look.isWide ? 'wide' : undefined} onFocus={kind === 'phone' ? warm : undefined}>
      {isPersonal ? (
        <MaskedField
          {...shared}
          kind={maskKind ?? 'name'}
          mask={base.masks[path] ?? null}
          inputMode={inputMode === 'tel' || inputMode === 'email' ? inputMode : 'text'}
          reveal={
            <MaskedValue
              mask={null}
              look={{ kind: 'sub-merchant', objectId: subMchid, path }}
              name={shared.label}
              looking={looking}
            />
          }
        />
      ) : (
        <TextField
          {...shared}
          isMono={isMono ?? false}
          {...(inputMode && { inputMode })}
          {...(suggestions && { suggestions })}
        />
      )}
      <LeaveOutTick path={path} />
    </div>
  );
}
