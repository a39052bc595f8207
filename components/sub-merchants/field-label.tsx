import { useTranslations } from 'next-intl';

/** The label of a wire path, or the path itself where nobody has named it. */
export function useFieldLabel() {
  const t = useTranslations('fields');
  return (path: string): string => {
    const key = `${path.replaceAll('.', '_')}.label`;
    return t.has(key) ? t(key) : path;
  };
}
