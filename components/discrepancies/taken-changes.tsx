import { useTranslations } from 'next-intl';
import type { Change } from '@/lib/requests/view';
import { Value } from '../data/value';
import { StateBadge } from '../ui/state-badge';

const states: readonly string[] = ['applyment_state', 'h5_authorization_state'];

/** Every value that taking theirs changes, from and to. */
export function TakenChanges({ changes }: { changes: Change[] }) {
  const t = useTranslations('discrepancies');
  const tFields = useTranslations('fields');
  return (
    <dl className="taken-changes">
      {changes.map(({ path, from, to }) => (
        <div key={path}>
          <dt>
            {tFields.has(`${path}.label`) && tFields(`${path}.label`)} <span className="mono text-ink-3">{path}</span>
          </dt>
          <dd className="flex flex-wrap items-center gap-x-2">
            <Side path={path} value={from} none={t('none')} />
            <span aria-hidden="true">{'→'}</span>
            <span className="sr-only">{t('becomes')}</span>
            <b className="min-w-0">
              <Side path={path} value={to} none={t('none')} />
            </b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Side({ path, value, none }: { path: string; value: string | null; none: string }) {
  if (value !== null && value !== '' && states.includes(path)) return <StateBadge state={value} />;
  return <Value value={value} absent={none} />;
}
