import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { DeductionRow } from '@/lib/deductions/view';
import { paths } from '@/lib/paths';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { ButtonLink } from '../ui/button-link';
import { Notice } from '../ui/notice';
import { Section } from '../ui/section';
import { PlainTable } from '../ui/table';
import { Money } from './money';
import { OrderState } from './order-state';

type ContractChargesProps = {
  slug: string;
  contractId: string;
  /** The newest first; the first is the last charge. */
  charges: DeductionRow[];
  zone: string;
};

const openStandings = ['sending', 'unknown', 'in-progress'];

/** What was charged on one contract lately, and the charge that is open: while it is, the contract is not ended. */
export function ContractCharges({ slug, contractId, charges, zone }: ContractChargesProps) {
  const t = useTranslations('contract.charges');
  const open = charges.find(({ standing }) => openStandings.includes(standing));
  return (
    <Section
      title={t('title')}
      actions={
        charges.length > 0 && (
          <Link className="link text-small" href={paths.deductions(slug, { contract: contractId })} prefetch={false}>
            {t('all')}
          </Link>
        )
      }
    >
      <div className="mt-2 grid gap-2" data-part="charges">
        {open && (
          <Notice
            tone="review"
            icon="clock"
            actions={
              <ButtonLink size="small" href={paths.deduction(slug, open.outTradeNo)} data-action="open-charge">
                {t('openOrder')}
              </ButtonLink>
            }
          >
            {t('open')}
          </Notice>
        )}
        {charges.length === 0 ? (
          <p className="text-ink-2">{t('none')}</p>
        ) : (
          <PlainTable caption={t('caption')}>
            <thead>
              <tr>
                <th scope="col">{t('column.time')}</th>
                <th scope="col">{t('column.order')}</th>
                <th scope="col">{t('column.amount')}</th>
                <th scope="col">{t('column.state')}</th>
              </tr>
            </thead>
            <tbody>
              {charges.map((row) => (
                <tr key={row.id} data-order={row.outTradeNo}>
                  <td>
                    <Timestamp at={row.createdAt} zone={zone} />
                  </td>
                  <td>
                    <Link className="link" href={paths.deduction(slug, row.outTradeNo)} prefetch={false}>
                      <Id value={row.outTradeNo} show="tail" />
                    </Link>
                  </td>
                  <td>
                    <Money minor={row.total} currency={row.currency} />
                  </td>
                  <td>
                    <OrderState order={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        )}
      </div>
    </Section>
  );
}
