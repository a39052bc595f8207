'use client';

import { useTranslations } from 'next-intl';
import { useContext, useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { FieldLabels, fieldId, useFieldErrors } from './use-field';

const controlOf = (path: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"], [name="${CSS.escape(`${path}.0`)}"]`) ??
  document.getElementById(fieldId(path));

/** What is wrong in the whole form; takes focus when a submit was refused, here or on the server. */
export function ErrorSummary() {
  const t = useTranslations('form');
  const labels = useContext(FieldLabels);
  const errors = useFieldErrors();
  const { submitCount } = useFormState();
  const element = useRef<HTMLDivElement>(null);
  const hasServerErrors = errors.some(({ path }) => path.startsWith('root.'));
  const isShown = errors.length > 0 && (submitCount > 0 || hasServerErrors);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each refused submit takes focus, also with the same errors.
  useEffect(() => {
    if (isShown) element.current?.focus();
  }, [isShown, submitCount]);

  if (!isShown) return null;
  return (
    <div ref={element} className="error-summary" tabIndex={-1} role="alert" aria-labelledby="error-summary-title">
      <h2 id="error-summary-title">{t('summary', { count: errors.length })}</h2>
      <ul>
        {errors.map(({ path, message }) => {
          const label = labels.get(path) ?? labels.get(path.replace(/\.\d+$/, ''));
          return (
            <li key={path}>
              {path.startsWith('root.') ? (
                message
              ) : (
                <a
                  className="link"
                  href={`#${fieldId(path)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    controlOf(path)?.focus();
                  }}
                >
                  {label ? t('summaryLine', { label, message }) : message}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
