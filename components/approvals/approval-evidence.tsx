import { useTranslations } from 'next-intl';
import type { ApprovalDetail } from '@/lib/approvals/view';
import { formatCount } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { Timestamp } from '../data/timestamp';
import { Facts } from '../ui/facts';
import { Icon } from '../ui/icon';
import { Section } from '../ui/section';
import { SealHash } from './seal-hash';

/** The files that prove what is asked for: name, size, hash, and the way to each. */
export function EvidenceList({ slug, approval }: { slug: string; approval: ApprovalDetail }) {
  const t = useTranslations('approvals.page');
  if (approval.evidence.length === 0) return null;
  return (
    <Section title={t('evidence')}>
      <ul className="border-line text-table mt-2 border-t">
        {approval.evidence.map(({ id, fileName, sizeBytes, sha256 }) => (
          <li
            key={id}
            className="border-line flex flex-wrap items-center gap-x-3 gap-y-1 border-b py-2"
            data-evidence={id}
          >
            <Icon name="document" className="text-ink-3" />
            <a
              className="link min-w-0 break-all"
              href={paths.api.evidence(slug, id)}
              download={fileName}
              aria-label={t('download', { name: fileName })}
            >
              {fileName}
            </a>
            <span className="text-ink-3 tabular-nums">
              {t('size', { kb: formatCount(Math.ceil(sizeBytes / 1024)) })}
            </span>
            <span className="ml-auto">
              <SealHash value={sha256} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What the maker answered about the call that came before. */
export function CallBackAnswers({ approval, zone }: { approval: ApprovalDetail; zone: string }) {
  const t = useTranslations('approvals.page');
  const { callBack } = approval;
  if (callBack === null) return null;
  return (
    <Section title={t('callBack')} note={t('callBackNote')}>
      <div className="facts-wide mt-2" data-part="call-back">
        <Facts
          facts={[
            { term: t('callBackItem.spoke-to'), value: callBack['spoke-to'] },
            { term: t('callBackItem.number-from'), value: t(`numberFrom.${callBack['number-from']}`) },
            {
              term: t('callBackItem.at'),
              value: Number.isNaN(Date.parse(callBack.at)) ? callBack.at : <Timestamp at={callBack.at} zone={zone} />,
            },
            {
              term: t('callBackItem.confirmed'),
              value: (
                <span className="inline-flex items-center gap-1.5">
                  <Icon name="check" size="small" />
                  {t('confirmed')}
                </span>
              ),
            },
          ]}
        />
      </div>
    </Section>
  );
}
