import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { DiscrepancyRow, Party } from '@/lib/discrepancies/view';
import { paths } from '@/lib/paths';
import { Id } from '../data/id';
import { Value as Plain } from '../data/value';
import { StateBadge } from '../ui/state-badge';

type DifferenceTableProps = { slug: string; row: DiscrepancyRow };

/** Field by field: what we hold, and what we were told. */
export function DifferenceTable({ slug, row }: DifferenceTableProps) {
  const t = useTranslations('discrepancies');
  const tFields = useTranslations('fields');
  const label = (path: string) => (tFields.has(`${path}.label`) ? tFields(`${path}.label`) : null);
  const head = { ours: t('ours'), theirs: t('theirs') };
  return (
    <table className="difference-table">
      <caption className="sr-only">{t('differences')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{head.ours}</th>
          <th scope="col">{head.theirs}</th>
        </tr>
      </thead>
      <tbody>
        {row.differences.map(({ path, ours, theirs }) => (
          <tr key={path}>
            <th scope="row">
              {label(path)} <span className="mono text-ink-3">{path}</span>
            </th>
            <td data-label={head.ours}>
              <Value path={path} value={ours} other={theirs} slug={slug} party={row.ours} />
            </td>
            <td data-label={head.theirs}>
              <Value path={path} value={theirs} other={ours} slug={slug} party={row.told} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ValueProps = { path: string; value: string | null; other: string | null; slug: string; party: Party | null };

/** One side's value in the form that its field has: hosts line by line, what only this side has in bold. */
function Value({ path, value, other, slug, party }: ValueProps) {
  const t = useTranslations('discrepancies');
  const tOutcomes = useTranslations('outcomes');
  if (value === null || value === '') return <Plain value={value} absent={t('none')} />;
  if (path === 'applyment_state') return <StateBadge state={value} />;
  if (path === 'outcome' && tOutcomes.has(`${value}.word`)) return tOutcomes(`${value}.word`);
  if (path === 'sub_mchid') return <SubMerchant subMchid={value} slug={slug} party={party} />;
  if (path !== 'domains') return <Plain value={value} absent={t('none')} />;
  const others = new Set(other?.split(' '));
  return (
    <ul translate="no">
      {value.split(' ').map((domain) => (
        <li key={domain} className="mono">
          {others.has(domain) ? domain : <b>{domain}</b>}
        </li>
      ))}
    </ul>
  );
}

function SubMerchant({ subMchid, slug, party }: { subMchid: string; slug: string; party: Party | null }) {
  const t = useTranslations('discrepancies');
  const isKnown = party?.subMchid === subMchid;
  if (!isKnown || party.name === null) {
    return (
      <>
        <Id value={subMchid} /> {isKnown && <span className="text-ink-3">{t('unclaimed')}</span>}
      </>
    );
  }
  return (
    <Link className="link" href={paths.subMerchant(slug, subMchid)} prefetch={false}>
      {party.name} <Id value={subMchid} />
    </Link>
  );
}
