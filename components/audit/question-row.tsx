import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { AuditFilters, AuditQuestion } from '@/lib/audit/filters';
import { questionAddress } from './audit-address';

type QuestionRowProps = { slug: string; filters: AuditFilters; questions: readonly AuditQuestion[] };

/** Questions that auditors ask again and again; each is an address of the trail. */
export function QuestionRow({ slug, filters, questions }: QuestionRowProps) {
  const t = useTranslations('audit');
  return (
    <nav className="gutter flex flex-wrap gap-2 pt-3" aria-label={t('questions')}>
      {questions.map((question) => (
        <Link
          key={question}
          className="chip"
          href={questionAddress(slug, filters, question)}
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
