import Form from 'next/form';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '../ui/button';
import { ButtonLink } from '../ui/button-link';
import { Icon } from '../ui/icon';
import { Select } from '../ui/select';

type Option = { value: string; label: string };

/** One filter: its name in the address, what it is now ('' when it filters nothing), and how that reads on a chip. */
export type FilterField = {
  name: string;
  label: string;
  value: string;
  shown: ReactNode;
  /** Where its chip's cross leads. */
  without: string;
  /** Choices; without them the filter is typed. */
  options?: Option[] | undefined;
  type?: 'text' | 'date';
};

type FilterRowProps = {
  /** Prefix of the ids in this row, of which a page has one. */
  id: string;
  fields: FilterField[];
  action: string;
  /** What the sheet's form carries along unchanged. */
  hidden: Record<string, string>;
  /** Where "clear" in the row leads; null when there is nothing to clear. */
  clearHref: string | null;
  /** Where "clear" in the sheet leads. */
  clearSheetHref: string;
  search?: ReactNode;
  /** At the end of the row. */
  children?: ReactNode;
  /** Under the filters of the sheet. */
  note?: ReactNode;
};

/** What narrows a list now, each with a way out of it, and a sheet with all filters. Each is part of the address. */
export function FilterRow(props: FilterRowProps) {
  const { id, fields, action, hidden, clearHref, clearSheetHref, search, children, note } = props;
  const t = useTranslations('common.filterRow');
  const sheet = `${id}-sheet`;
  return (
    <div className="tool-row">
      {search}
      {fields
        .filter(({ value }) => value !== '')
        .map(({ name, label, shown, without }) => (
          <span key={name} className="chip">
            {label} <b>{shown}</b>
            <Link href={without} prefetch={false} scroll={false} aria-label={t('remove', { name: label })}>
              <Icon name="cross" size="small" />
            </Link>
          </span>
        ))}
      <button type="button" className="chip chip-add" popoverTarget={sheet}>
        <Icon name="plus" size="small" />
        {t('add')}
      </button>
      {clearHref !== null && (
        <Link className="quiet-button" href={clearHref} prefetch={false} scroll={false}>
          {t('clear')}
        </Link>
      )}
      <span className="text-ink-3 text-small ml-auto">{children}</span>
      <div id={sheet} popover="auto" className="side-sheet" role="dialog" aria-label={t('title')}>
        <Form action={action} prefetch={false} className="flex min-h-full flex-col gap-3">
          <h2 className="text-section">{t('title')}</h2>
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {fields.map((field) => (
            // A filter that changes elsewhere (a chip, a link) is shown anew.
            <div key={`${field.name} ${field.value}`} className="field">
              <div data-part="label">
                <label htmlFor={`${id}-${field.name}`}>{field.label}</label>
              </div>
              <Control id={`${id}-${field.name}`} field={field} any={t('any')} />
            </div>
          ))}
          {note}
          <div className="mt-auto flex justify-end gap-2 pt-3">
            <ButtonLink href={clearSheetHref} variant="ghost">
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

function Control({ id, field, any }: { id: string; field: FilterField; any: string }) {
  const { name, value, options, type = 'text' } = field;
  if (!options) {
    return (
      <input
        className="control"
        id={id}
        name={name}
        type={type}
        defaultValue={value}
        autoComplete="off"
        spellCheck={false}
      />
    );
  }
  return (
    <Select id={id} name={name} defaultValue={value} options={options}>
      <option value="">{any}</option>
    </Select>
  );
}
