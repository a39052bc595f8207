import { useTranslations } from 'next-intl';
import type { UnclaimedRow } from '@/lib/notifications/view';
import { paths } from '@/lib/paths';
import { readSubMerchantAction } from '@/lib/sub-merchants/actions';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import type { Words } from '../layout/words-for';
import { ButtonLink } from '../ui/button-link';
import { StateBadge } from '../ui/state-badge';
import { Cell, HeadCell, NameCell, Table } from '../ui/table';
import { ReadButton } from './read-button';

type Reader = {
  slug: string;
  zone: string;
  mayEdit: boolean;
  /** Whether the platform may be asked for a record. */
  mayRead: boolean;
  /** For what a reading found: the space `recordRead`. */
  words: Words;
};

/** Sub-merchants that notifications name and nobody here holds: what was told of each, and the ways in. */
export function UnclaimedTable({ rows, ...reader }: Reader & { rows: UnclaimedRow[] }) {
  const t = useTranslations('subMerchants.unclaimed');
  return (
    <Table caption={t('caption')}>
      <thead>
        <tr>
          <HeadCell>
            <span className="mono">sub_mchid</span>
          </HeadCell>
          <HeadCell>{t('application')}</HeadCell>
          <HeadCell>{t('state')}</HeadCell>
          <HeadCell giveWay={3} align="end">
            {t('notifications')}
          </HeadCell>
          <HeadCell giveWay={4}>{t('received')}</HeadCell>
          {reader.mayEdit && <HeadCell>{t('ways')}</HeadCell>}
          <th data-cell="action">
            <span className="sr-only">{t('ways')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.subMchid} row={row} {...reader} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ row, slug, zone, mayEdit, mayRead, words }: Reader & { row: UnclaimedRow }) {
  const t = useTranslations('subMerchants.unclaimed');
  const tRead = useTranslations('recordRead');
  const { subMchid, application } = row;
  const byHand = (
    <ButtonLink
      size="small"
      icon="plus"
      href={paths.newSubMerchant(slug, { sub_mchid: subMchid })}
      aria-label={t('addOf', { subMchid })}
    >
      {t('add')}
    </ButtonLink>
  );
  return (
    <tr data-unclaimed={subMchid}>
      <NameCell href={paths.notification(slug, row.notificationId)}>
        <Id value={subMchid} />
      </NameCell>
      <Cell part="id">
        {application === null ? (
          <Unheld reason={t('noApplication')} />
        ) : (
          <>
            <span className="text-ink-3 text-small md:sr-only">{t('application')}</span>{' '}
            <Id value={application.applymentId} />
          </>
        )}
      </Cell>
      <Cell part="state">
        <StateBadge state={application?.state ?? null} />
      </Cell>
      <Cell giveWay={3} align="end">
        {row.notifications}
      </Cell>
      <Cell giveWay={4}>
        <Timestamp at={row.receivedAt} zone={zone} />
      </Cell>
      {mayEdit && (
        <Cell>
          <span className="flex flex-wrap items-center gap-2">
            {mayRead && (
              <ReadButton
                read={readSubMerchantAction.bind(null, { connection: slug, subMchid })}
                inList={{ name: tRead('labelOf', { subMchid }), goesTo: paths.subMerchant(slug, subMchid) }}
                labels={{
                  read: tRead('label'),
                  pending: tRead('pending'),
                  close: tRead('close'),
                  locked: tRead('locked'),
                }}
                words={words}
              />
            )}
            {byHand}
          </span>
        </Cell>
      )}
      <Cell part="action">{mayEdit && byHand}</Cell>
    </tr>
  );
}
