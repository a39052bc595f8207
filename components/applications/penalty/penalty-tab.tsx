import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { PenaltyView } from '@/lib/applications/view';
import { paths } from '@/lib/paths';
import type { SubMerchantView } from '@/lib/sub-merchants/view';
import { Timestamp } from '../../data/timestamp';
import { Unheld } from '../../data/unheld';
import type { Words } from '../../layout/words-for';
import type { Looking } from '../../personal/masked-value';
import { MaskedValue } from '../../personal/masked-value';
import { Badge } from '../../ui/badge';
import { ButtonLink } from '../../ui/button-link';
import { EmptyState } from '../../ui/empty-state';
import { Facts } from '../../ui/facts';
import { Section } from '../../ui/section';
import { Timeline } from '../../ui/timeline';
import { WritePenalty } from './write-penalty';

type PenaltyTabProps = {
  slug: string;
  record: SubMerchantView;
  cases: PenaltyView[];
  looking: Looking;
  zone: string;
  may: { write: boolean; edit: boolean };
  /** For the form: the space `penaltyForm`. */
  words: Words;
  /** The deed that records the end of it, with evidence and a second person. */
  lift: ReactNode;
};

/** What is done about the penalty of a sub-merchant, from the platform's first word to its lifting (day 4e). */
export function PenaltyTab({ slug, record, cases, looking, zone, may, words, lift }: PenaltyTabProps) {
  const t = useTranslations('penalty');
  const isPenalised = record.h5.state === 'UNDER_PUNISHMENT';
  const open = cases.find(({ isOpen }) => isOpen) ?? null;
  const earlier = cases.filter((one) => one !== open);
  const write = may.write && isPenalised && (
    <WritePenalty
      label={t(open ? 'write' : 'open')}
      words={words}
      connection={slug}
      subMchid={record.subMchid}
      name={record.name || record.subMchid}
      held={open}
    />
  );
  return (
    <div className="gutter max-w-240 pb-8">
      {isPenalised && (
        <Section title={t('title')} actions={write}>
          <div className="rounded-3 border-line mt-2 grid gap-3 border p-4" data-penalty={open ? 'open' : 'none'}>
            <Facts
              facts={[
                { term: t('since'), value: <Timestamp at={record.h5.since} zone={zone} /> },
                { term: t('effect.term'), value: t('effect.h5') },
                { term: t('edits.term'), value: t('edits.may') },
                { term: t('lifted.term'), value: t('lifted.how') },
              ]}
            />
            <div className="flex flex-wrap gap-2">
              {lift}
              {may.edit && (
                <ButtonLink size="small" href={paths.editSubMerchant(slug, record.subMchid)}>
                  {t('edits.edit')}
                </ButtonLink>
              )}
            </div>
          </div>
        </Section>
      )}
      {open ? (
        <Case held={open} zone={zone} looking={looking} />
      ) : (
        isPenalised && (
          <div className="pt-4">
            <EmptyState kind="nothing-yet" icon="note" title={t('none.title')}>
              <p>{t('none.how')}</p>
            </EmptyState>
          </div>
        )
      )}
      {earlier.map((held) => (
        <Case key={held.id} held={held} zone={zone} looking={looking} />
      ))}
    </div>
  );
}

type CaseProps = { held: PenaltyView; zone: string; looking: Looking };

/** One case: the platform's words, contacts, what was promised, and its log. */
function Case({ held, zone, looking }: CaseProps) {
  const t = useTranslations('penalty');
  const nothing = <Unheld reason={t('notWritten')} />;
  return (
    <Section
      title={t(held.isOpen ? 'case' : 'earlier')}
      note={
        held.isOpen ? undefined : (
          <Badge icon="check">
            {held.closedAt === null
              ? t('over')
              : t.rich('closed', { time: () => <Timestamp at={held.closedAt ?? ''} zone={zone} /> })}
          </Badge>
        )
      }
    >
      <div className="mt-2 grid gap-4" data-case={held.isOpen ? 'open' : 'closed'}>
        <Facts
          facts={[
            {
              term: t('platformWords'),
              value:
                held.platformWords === '' ? (
                  nothing
                ) : (
                  <blockquote className="verbatim" translate="no">
                    {held.platformWords}
                  </blockquote>
                ),
            },
            { term: t('since'), value: <Timestamp at={held.since} zone={zone} /> },
            {
              term: t('promisedOn'),
              value: held.promisedOn === null ? nothing : <span className="tabular-nums">{held.promisedOn}</span>,
            },
            {
              term: t('contacts.term'),
              value: !held.hasContacts ? (
                nothing
              ) : (
                <MaskedValue
                  mask={t('contacts.sealed')}
                  look={{ kind: 'penalty', objectId: held.id, path: 'contacts' }}
                  name={t('contacts.term')}
                  looking={looking}
                />
              ),
            },
          ]}
        />
        {held.log.length > 0 && (
          <Timeline
            entries={held.log.map(({ id, at, text, by }) => ({
              id,
              at: <Timestamp at={at} zone={zone} />,
              icon: 'note',
              sentence: <span className="whitespace-pre-line">{text}</span>,
              note: by,
            }))}
          />
        )}
      </div>
    </Section>
  );
}
