import { getTranslations } from 'next-intl/server';
import type { Permission } from '@/lib/auth/permissions';
import { topicOfKind } from '@/lib/events/rules';
import { momentIn } from '@/lib/i18n/format';
import { lastNextDate, mayOwn, ownerDeeds } from '@/lib/ownership/rules';
import type { Candidate, OwnedKind, Ownership } from '@/lib/ownership/view';
import { wordsFor } from '../layout/words-for';
import { Icon } from '../ui/icon';
import { NextDate } from './next-date';
import { OwnerButton } from './owner-button';
import { OwnerName } from './owner-cell';

type OwnerControlProps = {
  /** Slug of the connection. */
  slug: string;
  object: { kind: OwnedKind; id: string; name: string };
  held: Ownership;
  reader: { id: string; permissions: readonly Permission[]; timeZone: string };
  /** To whom it can be given (`listCandidates`); read for nobody who may not own anything. */
  candidates: Candidate[];
  now: Date;
};

/**
 * Who looks after the object of a page, and when next: one line for its head, which opens (`o`) what can be done. It
 * follows other screens. Who may not work on the object sees it and changes nothing.
 */
export async function OwnerControl({ slug, object, held, reader, candidates, now }: OwnerControlProps) {
  const [t, words] = await Promise.all([getTranslations('ownership'), wordsFor(['ownerDialog', 'form'])]);
  const { day: today } = momentIn(now, reader.timeZone);
  const shown = (
    <>
      <Icon name="person" size="small" />
      <span>
        {t('owner')}{' '}
        <b>
          <OwnerName owner={held.owner} readerId={reader.id} />
        </b>
      </span>
      {held.nextDate !== null && (
        <span>
          {'· '}
          <NextDate nextDate={held.nextDate} today={today} note={held.note} />
        </span>
      )}
    </>
  );
  if (!mayOwn(reader.permissions, object.kind))
    return (
      <span className="inline-flex items-center gap-1.5" data-owner={held.owner?.id ?? ''}>
        {shown}
      </span>
    );
  return (
    <OwnerButton
      connection={slug}
      object={object}
      held={held}
      deeds={ownerDeeds(held, reader, object.kind)}
      readerId={reader.id}
      candidates={candidates}
      days={{
        first: today,
        last: lastNextDate(today),
        since: held.since === null ? null : momentIn(new Date(held.since), reader.timeZone).day,
      }}
      topic={topicOfKind(object.kind)}
      labels={{ take: t('take'), change: t('change', { key: 'o' }) }}
      words={words}
    >
      {shown}
    </OwnerButton>
  );
}
