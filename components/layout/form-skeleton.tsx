import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Skeleton } from '../ui/skeleton';

type FormSkeletonProps = {
  /** The page's own `PageHeader`, which is there before the form. */
  header: ReactNode;
  /** How many groups the form begins with. */
  groups: number;
};

const fields = Array.from({ length: 4 }, (_, place) => `field-${place}`);

/** A page that is a form before its fields are there: header, index, groups and bar where they will stand. */
export function FormSkeleton({ header, groups }: FormSkeletonProps) {
  const t = useTranslations('common');
  const names = Array.from({ length: groups }, (_, place) => `group-${place}`);
  return (
    <div role="status" aria-label={t('loading')}>
      <div className="form-shell" data-aside="none">
        <div data-part="header">{header}</div>
        <div className="form-index grid gap-4 pt-2" aria-hidden="true">
          {names.map((name) => (
            <Skeleton key={name} className="w-24" />
          ))}
        </div>
        <div data-part="fields" aria-hidden="true">
          {names.map((name) => (
            <div key={name} className="field-group">
              <Skeleton className="mb-4 w-40" />
              <div className="field-grid">
                {fields.map((field) => (
                  <span key={field} className="grid gap-2">
                    <Skeleton className="w-28" />
                    <Skeleton className="h-9 w-full" />
                  </span>
                ))}
              </div>
            </div>
          ))}
        </div>
      </div>
      <div className="form-bar" aria-hidden="true">
        <Skeleton className="mr-auto w-32" />
        <Skeleton className="h-9 w-28" />
      </div>
    </div>
  );
}
