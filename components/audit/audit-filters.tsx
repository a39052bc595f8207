import Form from 'next/form';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { auditActions } from '@/lib/audit/events';
import type { AuditFilters } from '@/lib/audit/filters';
import { formatTimestamp } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { outcomes } from '@/lib/requests/view';
import { Button, ButtonLink } from '../ui/button';
import { Icon } from '../ui/icon';
import { auditAddress } from './audit-address';
import { useActionName } from './audit-sentence';

/** The filters of the sheet, in its order. */
const names = ['action', 'person', 'object', 'outcome', 'from', 'until'] as const;
type Name = (typeof names)[number];

type AuditFilterRowProps = { slug: string; filters: AuditFilters; zone: string; now: string; children?: ReactNode };

/** What filters the trail now, and a sheet with all filters. Each is part of the address. */
export function AuditFilterRow({ slug, filters, zone, now, children }: AuditFilterRowProps) {
  const t = useTranslations('audit.filter');
  const tOutcomes = useTranslations('outcomes');
  const action = useActionName();
  const active = names.filter((name) => filters[name] !== undefined);
  const shown = (name: Name) => {
    const value = filters[name] ?? '';
    if (name === 'action') return action(value);
    return name === 'outcome' ? tOutcomes(`${value}.word`) : value;
  };
  const { scope, size } = filters;
  const kept = { scope, size };
  const options: Partial<Record<Name, { value: string; label: string }[]>> = {
    action: auditActions.map((value) => ({ value, label: action(value) })),
    outcome: outcomes
      .filter((value) => value !== 'not-sent')
      .map((value) => ({ value, label: tOutcomes(`${value}.word`) })),
  };
  return (
    <div className="tool-row">
      {active.map((name) => (
        <span key={name} className="chip">
          {t(`names.${name}`)} <b>{shown(name)}</b>
          <Link
            href={auditAddress(slug, filters, { [name]: null })}
            prefetch={false}
            scroll={false}
            aria-label={t('remove', { name: t(`names.${name}`) })}
          >
            <Icon name="cross" size="small" />
          </Link>
        </span>
      ))}
      <button type="button" className="chip chip-add" popoverTarget="audit-filter-sheet">
        <Icon name="plus" size="small" />
        {t('add')}
      </button>
      {active.length > 0 && (
        <Link className="quiet-button" href={auditAddress(slug, kept)} prefetch={false} scroll={false}>
          {t('clear')}
        </Link>
      )}
      <span className="text-ink-3 text-small ml-auto">{children}</span>
      <div id="audit-filter-sheet" popover="auto" className="side-sheet" role="dialog" aria-label={t('title')}>
        <Form action={paths.audit(slug)} className="flex min-h-full flex-col gap-3">
          <h2 className="text-section">{t('title')}</h2>
          {scope !== undefined && <input type="hidden" name="scope" value={scope} />}
          {size !== undefined && <input type="hidden" name="size" value={size} />}
          {names.map((name) => (
            <div key={`${name} ${filters[name] ?? ''}`} className="field">
              <div data-part="label">
                <label htmlFor={`audit-${name}`}>{t(`names.${name}`)}</label>
              </div>
              <Control name={name} value={filters[name] ?? ''} options={options[name]} />
            </div>
          ))}
          <p className="text-ink-3 text-small">{t('zone', { now: formatTimestamp(new Date(now), zone) })}</p>
          <div className="mt-auto flex justify-end gap-2 pt-3">
            <ButtonLink href={auditAddress(slug, kept)} variant="ghost">
              {t('clear')}
            </ButtonLink>
            <Button type="submit" variant="primary">
              {t('apply')}
            </Button>
          </div>
        </Form>
      </div>
    </div>
  );
}

type ControlProps = { name: Name; value: string; options: { value: string; label: string }[] | undefined };

function Control({ name, value, options }: ControlProps) {
  const t = useTranslations('audit.filter');
  const id = `audit-${name}`;
  if (!options) {
    const isDay = name === 'from' || name === 'until';
    return (
      <input
        className="control"
        id={id}
        name={name}
        type={isDay ? 'date' : 'text'}
        defaultValue={value}
        autoComplete="off"
      />
    );
  }
  return (
    <div className="select">
      <select className="control" id={id} name={name} defaultValue={value}>
        <option value="">{t('any')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" size="small" />
    </div>
  );
}
