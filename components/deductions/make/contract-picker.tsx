import { useTranslations } from 'next-intl';
import { ContractState } from '@/components/contracts/contract-state';
import { Id } from '@/components/data/id';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Cell, HeadCell, NameCell, Table } from '@/components/ui/table';
import type { ContractRow } from '@/lib/contracts/view';
import { paths } from '@/lib/paths';

type ContractPickerProps = { slug: string; q: string; rows: ContractRow[] };

/** Why nothing can be charged on a contract, as far as its row tells. */
const obstacleOf = ({ state, notFoundAt, pending }: ContractRow) => {
  if (state === 'TERMINATED') return 'ended';
  if (pending !== null) return pending.outcome === 'unknown' ? 'unknown' : 'open';
  return notFoundAt === null ? null : 'notFound';
};

/** A charge begins with its contract (screens 15): found by number, own code or sub-merchant; what is blocked says why. */
export function ContractPicker({ slug, q, rows }: ContractPickerProps) {
  const t = useTranslations('charge.pick');
  return (
    <div className="grid gap-3 pb-8">
      <form className="gutter flex flex-wrap items-end gap-2" action={paths.newDeduction(slug)}>
        <label className="grid gap-1">
          <span className="text-small text-ink-2">{t('search')}</span>
          <input className="control mono w-80 max-w-full" name="q" defaultValue={q} autoComplete="off" maxLength={64} />
        </label>
        <Button type="submit">{t('find')}</Button>
      </form>
      {rows.length === 0 ? (
        <div className="gutter">
          <EmptyState kind={q === '' ? 'nothing-yet' : 'no-match'} icon="search" title={t(q === '' ? 'empty' : 'none')}>
            <p>{t(q === '' ? 'emptyHow' : 'noneHow')}</p>
          </EmptyState>
        </div>
      ) : (
        <Table caption={t('caption')}>
          <thead>
            <tr>
              <HeadCell>{t('column.contract')}</HeadCell>
              <HeadCell>{t('column.subMerchant')}</HeadCell>
              <HeadCell>{t('column.state')}</HeadCell>
              <HeadCell align="end" isHidden>
                {t('column.charge')}
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const obstacle = obstacleOf(row);
              return (
                <tr key={row.id} data-contract={row.contractId}>
                  <NameCell href={paths.contract(slug, row.contractId)}>
                    <Id value={row.contractId} />
                  </NameCell>
                  <Cell part="id">{row.shortname || row.name || row.subMchid}</Cell>
                  <Cell part="state">
                    <ContractState contract={row} />
                  </Cell>
                  <Cell part="deeds">
                    {obstacle === null ? (
                      <ButtonLink
                        size="small"
                        href={paths.newDeduction(slug, { contract: row.contractId })}
                        aria-label={t('chargeThis', { tail: row.contractId.slice(-4) })}
                      >
                        {t('charge')}
                      </ButtonLink>
                    ) : (
                      <span className="text-ink-3">{t(`blocked.${obstacle}`)}</span>
                    )}
                  </Cell>
                </tr>
              );
            })}
          </tbody>
        </Table>
      )}
    </div>
  );
}
