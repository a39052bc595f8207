import { useTranslations } from 'next-intl';

type ChangeWords = {
  /** What people call the value at this path, or null where nobody has named it. */
  label: (path: string) => string | null;
  /** A value in words where it is one of a closed list, else as it is. */
  value: (path: string, value: string) => string;
};

/** Words for the paths and values of a change: the wire has those of the fields, other objects their own. */
export function useChangeWords(objectKind: string): ChangeWords {
  const tFields = useTranslations('fields');
  const tOwn = useTranslations('changeWords');
  return {
    label: (path) => {
      const own = `${objectKind}.${path}`;
      if (tOwn.has(own)) return tOwn(own);
      const key = `${path.replaceAll('.', '_')}.label`;
      return tFields.has(key) ? tFields(key) : null;
    },
    value: (path, value) => {
      const word = (part: string) => `${objectKind}.values.${path}.${part}`;
      const parts = value.split(', ');
      return parts.every((part) => tOwn.has(word(part))) ? parts.map((part) => tOwn(word(part))).join(', ') : value;
    },
  };
}
