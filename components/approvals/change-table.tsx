import { useTranslations } from 'next-intl';
import type { ApprovalDetail } from '@/lib/approvals/view';
import type { Change } from '@/lib/requests/view';
import { isPersonalPath, personalPaths } from '@/lib/sub-merchants/schema';
import { useChangeWords } from '../audit/use-change-words';
import { Value } from '../data/value';
import type { Looking } from '../personal/masked-value';
import { MaskedValue } from '../personal/masked-value';
import type { IconName } from '../ui/icon';
import { Icon } from '../ui/icon';

const icons: Record<Change['kind'], IconName> = { changed: 'pencil', added: 'plus', removed: 'minus', same: 'check' };

/** Whether the masked content, nested as on the wire, has a value at this path. */
function isIn(content: unknown, path: string): boolean {
  const found = path
    .split('.')
    .reduce<unknown>(
      (held, part) =>
        typeof held === 'object' && held !== null
          ? Object.entries(held).find(([name]) => name === part)?.[1]
          : undefined,
      content,
    );
  return typeof found === 'string' && found !== '';
}

/** Personal values that go out as held: their masks would say nothing, but that they do not change is worth a line. */
const sameHidden = ({ objectKind, changes, maskedContent }: ApprovalDetail): string[] =>
  objectKind === 'sub-merchant'
    ? personalPaths.filter((path) => isIn(maskedContent, path) && !changes.some((change) => change.path === path))
    : [];

type ChangeTableProps = {
  approval: ApprovalDetail;
  zone: string;
  /** For readers who may look at what is new behind its mask. */
  looking?: Looking;
};

/** Before and after in the maker's labels, in the maker's order; personal values are masks, and kept ones one word. */
export function ChangeTable({ approval, zone, looking = null }: ChangeTableProps) {
  const t = useTranslations('approvals.page');
  const words = useChangeWords(approval.objectKind, zone);
  const hidden = sameHidden(approval);
  if (approval.changes.length === 0 && hidden.length === 0)
    return <p className="text-ink-2 text-table mt-2">{t('noChanges')}</p>;
  const field = (path: string) => (
    <th scope="row">
      {words.label(path) ?? path}
      <span className="mono">{path}</span>
    </th>
  );
  const shown = (path: string, value: string | null, absent: string) => (
    <Value value={value === null ? null : words.value(path, value)} absent={absent} />
  );
  return (
    <table className="approval-changes mt-2">
      <caption className="sr-only">{t('changes')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
          <th scope="col">{t('mark')}</th>
        </tr>
      </thead>
      <tbody>
        {approval.changes.map(({ path, kind, from, to }) => (
          <tr key={`${path} ${from} ${to}`} data-change={kind} data-path={path}>
            {field(path)}
            <td data-label={t('before')}>{shown(path, from, t('nothing'))}</td>
            <td data-label={t('after')}>
              {kind === 'same' ? shown(path, to, t('nothing')) : <b>{shown(path, to, t('left'))}</b>}
              {to !== null && isPersonalPath(path) && (
                <MaskedValue
                  mask={null}
                  look={{ kind: 'approval', objectId: approval.id, path }}
                  name={words.label(path) ?? path}
                  looking={approval.objectKind === 'sub-merchant' ? looking : null}
                />
              )}
            </td>
            <td>
              <Kind kind={kind} />
            </td>
          </tr>
        ))}
        {hidden.map((path) => (
          <tr key={path} data-change="same" data-path={path}>
            {field(path)}
            <td colSpan={2}>{t('sameHidden')}</td>
            <td>
              <Kind kind="same" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Kind({ kind }: Pick<Change, 'kind'>) {
  const t = useTranslations('approvals.page.kinds');
  return (
    <span data-part="kind">
      <Icon name={icons[kind]} size="small" />
      {t(kind)}
    </span>
  );
}
