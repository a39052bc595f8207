import { useTranslations } from 'next-intl';
import type { Comparison } from '@/lib/notifications/view';
import { Value } from '../data/value';
import { Icon } from '../ui/icon';
import { Section } from '../ui/section';
import { PlainTable, SideScroll } from '../ui/table';

/** What a message tells of its application beside what we hold of it now, value by value. */
export function ToldComparison({ comparison }: { comparison: Comparison[] }) {
  const t = useTranslations('notifications.detail');
  const tFields = useTranslations('fields');
  return (
    <Section title={t('comparison')} note={t('comparisonNote')}>
      <div className="mt-2">
        <SideScroll>
          <PlainTable caption={t('comparison')}>
            <thead>
              <tr>
                <th scope="col">{t('field')}</th>
                <th scope="col">{t('told')}</th>
                <th scope="col">{t('held')}</th>
                <th scope="col">{t('result')}</th>
              </tr>
            </thead>
            <tbody>
              {comparison.map(({ path, ours, theirs }) => (
                <tr key={path} data-differs={ours === theirs ? undefined : path}>
                  <td>
                    {tFields.has(`${path}.label`) && tFields(`${path}.label`)}{' '}
                    <span className="mono text-ink-3 font-normal">{path}</span>
                  </td>
                  <td className="wrap">
                    <Value value={theirs} absent={t('nothing')} />
                  </td>
                  <td className="wrap">
                    <Value value={ours} absent={t('nothing')} />
                  </td>
                  <td>
                    {ours === theirs ? (
                      <span className="text-ink-3">{t('same')}</span>
                    ) : (
                      <span className="inline-flex items-center gap-1">
                        <Icon name="warning" size="small" />
                        {t('differs')}
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        </SideScroll>
      </div>
    </Section>
  );
}
