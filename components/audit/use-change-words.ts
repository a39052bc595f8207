import { useTranslations } from 'next-intl';
import { formatTimestamp } from '@/lib/i18n/format';

type ChangeWords = {
  /** What people call the value at this path, or null where nobody has named it. */
  label: (path: string) => string | null;
  /** A value in words where it is one of a closed list, a moment with its offset in the reader's zone, else as it is. */
  value: (path: string, value: string) => string;
};

/** A moment as our own changes hold it: ISO 8601 to the second at least, in UTC or with an offset. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Words for the paths and values of a change: the wire has those of the fields, other objects their own. */
export function useChangeWords(objectKind: string, zone: string): ChangeWords {
  const tChoice = useTranslations('edit.h5');
  const tFields = useTranslations('fields');
  const tOwn = useTranslations('changeWords');
  const tRights = useTranslations('staff.matrix.permissions');
  return {
    label: (path) => {
      const own = `${objectKind}.${path}`;
      if (tOwn.has(own)) return tOwn(own);
      // What a role gives is called as where it is chosen.
      if (objectKind === 'role' && tRights.has(path)) return tRights(path);
      const key = `${path.replaceAll('.', '_')}.label`;
      return tFields.has(key) ? tFields(key) : null;
    },
    value: (path, value) => {
      if (moment.test(value)) return formatTimestamp(new Date(value), zone);
      // The three choices are called as in the form.
      if (path === 'apply_h5_payment' && tChoice.has(`${value}.label`)) return tChoice(`${value}.label`);
      if (objectKind === 'role' && value === 'may' && tRights.has(path)) return tOwn('role.may');
      const word = (part: string) => `${objectKind}.values.${path}.${part}`;
      const parts = value.split(', ');
      // A list may hold what the institution named itself.
      return parts.map((part) => (tOwn.has(word(part)) ? tOwn(word(part)) : part)).join(', ');
    },
  };
}
