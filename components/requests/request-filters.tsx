import Form from 'next/form';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Owner } from '@/lib/ownership/view';
import { paths } from '@/lib/paths';
import type { RequestFilters } from '@/lib/requests/filters';
import { SearchBox } from '../layout/search-box';
import { useOwnerOptions } from '../ownership/owner-options';
import { Button } from '../ui/button';
import { Select } from '../ui/select';
import { requestAddress } from './request-address';

/** The operations that send. */
const operations = ['sub-merchant.modify'] as const;

type RequestFilterRowProps = {
  slug: string;
  filters: RequestFilters;
  /** Whom the list can be filtered by. */
  owners: Owner[];
  readerId: string;
  children?: ReactNode;
};

/** Search by a whole id, the operation, and whose it is; each is part of the address. */
export function RequestFilterRow({ slug, filters, owners, readerId, children }: RequestFilterRowProps) {
  const t = useTranslations('requests');
  const tRow = useTranslations('common.filterRow');
  const tOwner = useTranslations('ownership.filter');
  const { outcome, operation, owner, q, size } = filters;
  const ownerOptions = useOwnerOptions({ owners, readerId, value: owner });
  const kept = { ...(outcome && { outcome }), ...(size && { size: String(size) }) };
  return (
    <div className="tool-row">
      <span className="[&>.search-box]:w-80">
        <SearchBox
          action={paths.requests(slug)}
          label={t('filter.search')}
          value={q ?? ''}
          keep={{ ...kept, ...(operation && { operation }), ...(owner && { owner }) }}
        />
      </span>
      <Form action={paths.requests(slug)} prefetch={false} className="flex items-center gap-2">
        {Object.entries({ ...kept, ...(q && { q }) }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Select
          key={operation ?? ''}
          name="operation"
          defaultValue={operation ?? ''}
          aria-label={t('filter.operation')}
          options={operations.map((name) => ({ value: name, label: t(`operation.${name}`) }))}
        >
          <option value="">{t('filter.anyOperation')}</option>
        </Select>
        <Select
          key={`owner ${owner ?? ''}`}
          name="owner"
          defaultValue={owner ?? ''}
          aria-label={tOwner('label')}
          options={ownerOptions}
        >
          <option value="">{tOwner('any')}</option>
        </Select>
        <Button type="submit" size="small">
          {tRow('apply')}
        </Button>
      </Form>
      {(q !== undefined || operation !== undefined || owner !== undefined) && (
        <Link className="quiet-button" href={requestAddress(slug, { outcome, size })} prefetch={false} scroll={false}>
          {tRow('clear')}
        </Link>
      )}
      <span className="text-ink-3 text-small ml-auto">{children}</span>
    </div>
  );
}
