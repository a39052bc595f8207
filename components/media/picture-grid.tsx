import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { PictureRow } from '@/lib/media/view';
import { paths } from '@/lib/paths';
import { Id } from '../data/id';
import { RelativeAge, Timestamp } from '../data/timestamp';
import { Badge } from '../ui/badge';
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

type PictureGridProps = { slug: string; rows: PictureRow[]; zone: string; now: string; mayEdit: boolean };

/** Pictures as cards, what was kept last first. */
export function PictureGrid({ slug, rows, zone, now, mayEdit }: PictureGridProps) {
  const t = useTranslations('pictures');
  return (
    <ul className="picture-grid" aria-label={t('caption')} data-rows="">
      {rows.map((picture) => (
        <li key={picture.id} data-picture={picture.id}>
          <PictureThumb slug={slug} picture={picture} size="large" />
          <div data-part="head">
            <b className="wrap-anywhere">{pictureName(picture)}</b>
            <PictureState picture={picture} />
          </div>
          <p className="flex flex-wrap items-center gap-2">
            <Badge>{t(`kinds.${picture.kind}`)}</Badge>
            {picture.subMchid !== null && (
              <Link href={paths.subMerchant(slug, picture.subMchid)} prefetch={false} className="hover:underline">
                <Id value={picture.subMchid} />
              </Link>
            )}
          </p>
          {!picture.hasCopy && <p className="text-ink-2">{t('pastedBy', { name: picture.keptBy })}</p>}
          <PictureFault picture={picture} />
          <dl>
            <dt>{t('column.mediaId')}</dt>
            <dd>
              <PictureMediaId picture={picture} />
            </dd>
            <dt>{t('column.size')}</dt>
            <dd>
              <PictureSize picture={picture} />
            </dd>
            {picture.sha256 !== null && (
              <>
                <dt>SHA-256</dt>
                <dd className="mono" title={picture.sha256}>
                  {picture.sha256.slice(0, 12)}
                </dd>
              </>
            )}
            <dt>{t('column.usedIn')}</dt>
            <dd>
              <PictureUses slug={slug} picture={picture} />
            </dd>
            <dt>{t('column.kept')}</dt>
            <dd>
              {picture.keptBy} <Timestamp at={picture.createdAt} zone={zone} show="day" />{' '}
              <span className="text-ink-3">
                <RelativeAge at={picture.createdAt} now={now} />
              </span>
            </dd>
          </dl>
          <PictureLookalikes slug={slug} picture={picture} />
          {mayEdit && <PictureDeeds slug={slug} picture={picture} name={pictureName(picture)} />}
        </li>
      ))}
    </ul>
  );
}
