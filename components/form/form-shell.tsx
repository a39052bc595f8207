'use client';

import { useTranslations } from 'next-intl';
import type { FormEventHandler, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormProvider } from 'react-hook-form';
import { Icon } from '../ui/icon';
import type { ActionForm } from './action-form';
import { ErrorSummary } from './error-summary';
import { FieldLabels, FormLock, useChangedPaths, useFieldErrors } from './use-field';

/** A group in the side index. `paths` are the wire paths it holds; a path counts for all below it. */
export type FormSection = { id: string; label: string; paths: string[] };

type FormShellProps<Values extends FieldValues, Output extends FieldValues> = {
  form: ActionForm<Values, Output>;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Shows everything and lets nothing be changed. */
  isLocked?: boolean;
  sections?: FormSection[];
  /** A `PageHeader`. Beside it the side panel begins, so that the panel's foot is in sight at once. */
  header?: ReactNode;
  /** Outcome lines: above everything, as wide as the page. */
  banner?: ReactNode;
  /** A remark above the first group. */
  notice?: ReactNode;
  /** What will be sent. */
  aside?: ReactNode;
  /** Left of the bar: draft saved, what still hinders. */
  status?: ReactNode;
  /** Right of the bar: buttons, the primary last. */
  actions: ReactNode;
  children: ReactNode;
};

const holds = (section: FormSection, path: string) =>
  section.paths.some((own) => path === own || path.startsWith(`${own}.`));

/** The group whose head was passed last while scrolling. */
function useCurrentSection(sections: FormSection[]): string | null {
  const [current, setCurrent] = useState(sections[0]?.id ?? null);
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    const groups = ids
      .split(' ')
      .map((id) => document.getElementById(id))
      .filter((group) => group !== null);
    const look = () => {
      const passed = groups.filter((group) => group.getBoundingClientRect().top < 200);
      setCurrent(passed.at(-1)?.id ?? groups[0]?.id ?? null);
    };
    const observer = new IntersectionObserver(look, { rootMargin: '-120px 0px -40% 0px', threshold: [0, 0.5, 1] });
    for (const group of groups) observer.observe(group);
    return () => observer.disconnect();
  }, [ids]);
  return current;
}

function FormIndex({ sections }: { sections: FormSection[] }) {
  const t = useTranslations('form');
  const current = useCurrentSection(sections);
  const changed = useChangedPaths();
  const errors = useFieldErrors();
  return (
    <nav className="form-index" aria-label={t('index')}>
      {sections.map((section) => {
        const changes = changed.filter((path) => holds(section, path)).length;
        const faults = errors.filter(({ path }) => holds(section, path)).length;
        return (
          <a key={section.id} href={`#${section.id}`} aria-current={section.id === current ? 'true' : undefined}>
            {section.label}
            {faults > 0 ? (
              <span data-part="mark" data-tone="rejected" title={t('faults', { count: faults })}>
                <Icon name="warning" />
                {faults}
              </span>
            ) : (
              changes > 0 && (
                <span data-part="mark" title={t('changes', { count: changes })}>
                  <Icon name="pencil" />
                  {changes}
                </span>
              )
            )}
          </a>
        );
      })}
    </nav>
  );
}

/** A page that is a form: side index, groups of fields, side panel, and a bar with what can be done. */
export function FormShell<Values extends FieldValues, Output extends FieldValues>({
  form,
  isLocked = false,
  sections = [],
  children,
  ...parts
}: FormShellProps<Values, Output>) {
  const labels = useRef(new Map<string, string>());
  return (
    <FormProvider {...form}>
      <FieldLabels value={labels.current}>
        <form onSubmit={parts.onSubmit} noValidate data-frame="rail">
          <div
            className="form-shell"
            data-aside={parts.aside ? undefined : 'none'}
            data-banner={parts.banner ? '' : undefined}
          >
            {parts.header && <div data-part="header">{parts.header}</div>}
            {parts.banner && <div data-part="banner">{parts.banner}</div>}
            {sections.length > 0 && <FormIndex sections={sections} />}
            <div data-part="fields">
              <ErrorSummary />
              {parts.notice && <div className="mb-4">{parts.notice}</div>}
              <FormLock value={isLocked}>{children}</FormLock>
            </div>
            {parts.aside && <div className="form-aside">{parts.aside}</div>}
          </div>
          <div className="form-bar">
            <div data-part="status">{parts.status}</div>
            {parts.actions}
          </div>
        </form>
      </FieldLabels>
    </FormProvider>
  );
}
