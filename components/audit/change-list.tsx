import { useTranslations } from 'next-intl';
import type { Change } from '@/lib/requests/view';
import { Value } from '../data/value';
import { PlainTable, SideScroll } from '../ui/table';
import { useChangeWords } from './use-change-words';

/** Before and after by path; personal values are masks, and "same" was sent as held. */
export function ChangeList({ changes, objectKind, zone }: { changes: Change[]; objectKind: string; zone: string }) {
  const t = useTranslations('audit.changes');
  const { label, value } = useChangeWords(objectKind, zone);
  const shown = (path: string, held: string | null) => (held === null ? null : value(path, held));
  return (
    <SideScroll>
      <PlainTable caption={t('caption')}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
            <th scope="col">{t('kind')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, from, to, kind }) => (
            <tr key={`${path} ${from} ${to}`}>
              <td>
                {label(path)} <span className="mono text-ink-3">{path}</span>
              </td>
              <td className="text-ink-2 max-w-72 truncate" title={shown(path, from) ?? undefined}>
                <Value value={shown(path, from)} absent={t('nothing')} />
              </td>
              <td className="max-w-72 truncate font-medium" title={shown(path, to) ?? undefined}>
                <Value value={shown(path, to)} absent={t('nothing')} />
              </td>
              <td>{t(`kinds.${kind}`)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </SideScroll>
  );
}
