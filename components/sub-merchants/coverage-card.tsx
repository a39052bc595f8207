import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';
import { requiredPaths } from '@/lib/sub-merchants/rules';
import type { SubMerchantView } from '@/lib/sub-merchants/view';
import { Icon } from '../ui/icon';
import { Section } from '../ui/section';
import { useFieldLabel } from './field-label';

type CoverageCardProps = { slug: string; record: SubMerchantView; mayEdit: boolean };

/** The values without which nothing can be sent (4.1): each ticked or with a link into its field. */
export function CoverageCard({ slug, record, mayEdit }: CoverageCardProps) {
  const t = useTranslations('record.coverage');
  const label = useFieldLabel();
  const type = {
    merchantType: String(record.held.merchant_type ?? ''),
    businessType: String(record.held['business.business_type'] ?? ''),
  };
  const required: string[] = requiredPaths(type);
  // Channel or address is demanded by the business type and stands among the missing only when it is.
  const rows = [...required, ...record.missing.filter((path) => !required.includes(path))];
  const edit = paths.editSubMerchant(slug, record.subMchid);
  return (
    <Section
      title={t('title')}
      note={
        <span className={record.missing.length > 0 ? 'text-ink font-semibold' : ''}>
          {t('count', { held: record.heldCount, required: record.requiredCount })}
        </span>
      }
    >
      <p className="text-ink-2 text-small mt-1">
        {record.missing.length === 0 ? t('whole') : t('missing', { count: record.missing.length })}
      </p>
      <ul className="coverage">
        <li data-held="">
          <Icon name="check" size="small" />
          <span>{t('ownIds')}</span>
          <span className="text-ink-3 text-small">{t('fromConnection')}</span>
        </li>
        {rows.map((path) => {
          const isMissing = record.missing.includes(path);
          return (
            <li key={path} data-held={isMissing ? undefined : ''}>
              <Icon name={isMissing ? 'circle' : 'check'} size="small" />
              <span>
                {label(path)}
                <span className="sr-only">{isMissing ? t('isMissing') : t('isHeld')}</span>
              </span>
              {isMissing && mayEdit && (
                <Link
                  className="link text-small"
                  href={`${edit}#${path}`}
                  prefetch={false}
                  aria-label={t('addNamed', { field: label(path) })}
                >
                  {t('add')}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
