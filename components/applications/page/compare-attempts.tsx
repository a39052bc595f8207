import Form from 'next/form';
import { useTranslations } from 'next-intl';
import { changesBetween } from '@/lib/applications/rules';
import type { AttemptView } from '@/lib/applications/view';
import { paths } from '@/lib/paths';
import { ChangeList } from '../../audit/change-list';
import { Button } from '../../ui/button';
import { Section } from '../../ui/section';
import { Select } from '../../ui/select';

type CompareAttemptsProps = {
  slug: string;
  applymentId: string;
  /** Newest first. */
  attempts: AttemptView[];
  /** Their numbers, as the address has them. */
  from: number | undefined;
  to: number | undefined;
  zone: string;
};

/** Any two attempts side by side; the last two by themselves. Both are part of the address. */
export function CompareAttempts({ slug, applymentId, attempts, from, to, zone }: CompareAttemptsProps) {
  const t = useTranslations('application.compare');
  const [newest, before] = attempts;
  const earlier = attempts.find(({ number }) => number === from) ?? before;
  const later = attempts.find(({ number }) => number === to) ?? newest;
  if (!earlier || !later) return null;
  const options = attempts.map(({ number }) => ({ value: String(number), label: t('attempt', { number }) }));
  return (
    <Section title={t('title')}>
      <Form
        action={paths.application(slug, applymentId)}
        prefetch={false}
        scroll={false}
        className="mt-2 mb-3 flex flex-wrap items-end gap-3"
        aria-label={t('title')}
      >
        <span className="grid gap-1">
          <label className="text-small" htmlFor="compare-from">
            {t('from')}
          </label>
          <Select id="compare-from" name="from" defaultValue={String(earlier.number)} options={options} />
        </span>
        <span className="grid gap-1">
          <label className="text-small" htmlFor="compare-to">
            {t('to')}
          </label>
          <Select id="compare-to" name="to" defaultValue={String(later.number)} options={options} />
        </span>
        <Button type="submit">{t('show')}</Button>
      </Form>
      <ChangeList changes={changesBetween(earlier.values, later.values)} objectKind="application" zone={zone} />
    </Section>
  );
}
