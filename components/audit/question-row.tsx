import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { AuditFilters } from '@/lib/audit/filters';
import { auditQuestions } from '@/lib/audit/filters';
import { auditAddress } from './audit-address';

/** Questions that auditors ask again and again; each is an address of the trail. */
export function QuestionRow({ slug, filters }: { slug: string; filters: AuditFilters }) {
  const t = useTranslations('audit');
  const { scope, size, from, until, person } = filters;
  return (
    <nav className="gutter flex flex-wrap gap-2 pt-3" aria-label={t('questions')}>
      {auditQuestions.map((question) => (
        <Link
          key={question}
          className="chip"
          href={auditAddress(slug, { scope, size, from, until, person, question })}
          prefetch={false}
          aria-current={filters.question === question ? 'true' : undefined}
          data-question={question}
        >
          {t(`question.${question}`)}
        </Link>
      ))}
    </nav>
  );
}
