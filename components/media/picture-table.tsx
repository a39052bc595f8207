import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { PictureRow } from '@/lib/media/view';
import { paths } from '@/lib/paths';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Cell, HeadCell, Table } from '../ui/table';
import { PictureDeeds } from './picture-deeds';
import {
  PictureFault,
  PictureLookalikes,
  PictureMediaId,
  PictureSize,
  PictureState,
  PictureThumb,
  PictureUses,
  pictureName,
} from './picture-parts';

type PictureTableProps = { slug: string; rows: PictureRow[]; zone: string; mayEdit: boolean };

/** The hash is on the card; in the list it needs a wide window. */
const wideOnly = 'max-[1600px]:hidden';

/** Pictures as rows, what was kept last first. */
export function PictureTable({ slug, rows, zone, mayEdit }: PictureTableProps) {
  const t = useTranslations('pictures');
  return (
    <Table caption={t('caption')}>
      <thead>
        <tr>
          <HeadCell>{t('column.picture')}</HeadCell>
          <HeadCell>{t('column.state')}</HeadCell>
          <HeadCell>{t('column.mediaId')}</HeadCell>
          <HeadCell giveWay={2}>sub_mchid</HeadCell>
          <HeadCell giveWay={1}>{t('column.size')}</HeadCell>
          <th scope="col" className={wideOnly}>
            SHA-256
          </th>
          <HeadCell giveWay={4}>{t('column.usedIn')}</HeadCell>
          <HeadCell giveWay={1}>{t('column.kept')}</HeadCell>
          {mayEdit && <HeadCell align="end">{t('column.deeds')}</HeadCell>}
        </tr>
      </thead>
      <tbody>
        {rows.map((picture) => (
          <tr key={picture.id} data-picture={picture.id}>
            <td data-cell="name">
              <span className="flex items-center gap-2">
                <PictureThumb slug={slug} picture={picture} size="small" />
                <span className="min-w-0">
                  <span className="wrap-anywhere">{pictureName(picture)}</span>
                  <small>{t(`kinds.${picture.kind}`)}</small>
                </span>
              </span>
            </td>
            <Cell part="state">
              <PictureState picture={picture} />
              <PictureFault picture={picture} />
            </Cell>
            <Cell part="id">
              <PictureMediaId picture={picture} />
            </Cell>
            <Cell giveWay={2}>
              {picture.subMchid === null ? (
                <Unheld reason={t('noSubMerchant')} />
              ) : (
                <Link href={paths.subMerchant(slug, picture.subMchid)} prefetch={false} className="hover:underline">
                  <Id value={picture.subMchid} />
                </Link>
              )}
            </Cell>
            <Cell giveWay={1}>
              <PictureSize picture={picture} />
            </Cell>
            <td className={wideOnly}>
              {picture.sha256 === null ? (
                <Unheld reason={t('noCopy')} />
              ) : (
                <span className="mono" title={picture.sha256}>
                  {picture.sha256.slice(0, 8)}
                </span>
              )}
            </td>
            <Cell giveWay={4}>
              <div>
                <PictureUses slug={slug} picture={picture} />
              </div>
              <PictureLookalikes slug={slug} picture={picture} />
            </Cell>
            <Cell giveWay={1}>
              <Timestamp at={picture.createdAt} zone={zone} show="day" />
              <small className="block">{picture.keptBy}</small>
            </Cell>
            {mayEdit && (
              <Cell part="deeds" align="end">
                <PictureDeeds slug={slug} picture={picture} name={pictureName(picture)} />
              </Cell>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
