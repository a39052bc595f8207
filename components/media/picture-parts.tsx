import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { formatCount } from '@/lib/i18n/format';
import type { MediaUse, PictureRow } from '@/lib/media/view';
import { paths } from '@/lib/paths';
import { Id } from '../data/id';
import { Unheld } from '../data/unheld';
import type { Tone } from '../ui/badge';
import { Badge } from '../ui/badge';
import type { IconName } from '../ui/icon';
import { Icon } from '../ui/icon';
import { pictureAddress } from './picture-address';
import { PictureRemarks } from './picture-remarks';
import { Thumb } from './thumb';

const looks: Record<PictureRow['state'], { tone: Tone; icon: IconName }> = {
  local: { tone: 'none', icon: 'circle' },
  uploading: { tone: 'review', icon: 'upload' },
  'has-id': { tone: 'approved', icon: 'approved' },
  failed: { tone: 'rejected', icon: 'rejected' },
};

type PartProps = { slug: string; picture: PictureRow };

/** Where a picture stands; one that failed may not be known to have failed. */
export function PictureState({ picture }: { picture: PictureRow }) {
  const t = useTranslations('pictures.state');
  const isUnknown = picture.state === 'failed' && picture.fault?.kind === 'unknown';
  const look = isUnknown ? { tone: 'unknown' as const, icon: 'unknown' as const } : looks[picture.state];
  return (
    <span data-picture-state={picture.state}>
      <Badge {...look}>{isUnknown ? t('unknown') : t(picture.state)}</Badge>
    </span>
  );
}

/** What the last upload came to, as a sentence. */
export function PictureFault({ picture }: { picture: PictureRow }) {
  const t = useTranslations('pictures.fault');
  if (picture.state !== 'failed' || !picture.fault) return null;
  const { kind, code, message } = picture.fault;
  return (
    <p className="text-small text-ink-2 wrap-anywhere">
      {t(kind, { code })} {message}
    </p>
  );
}

/** The picture in small, which opens it whole; of one without a copy the mark that there is none. */
export function PictureThumb({ slug, picture, size }: PartProps & { size: 'small' | 'large' }) {
  const t = useTranslations('pictures');
  const name = pictureName(picture);
  if (!picture.hasCopy) {
    return (
      <span title={t('noCopy')}>
        <Thumb connection={slug} picture={picture} alt="" size={size} />
      </span>
    );
  }
  return (
    <a href={paths.api.picture(slug, picture.id)} target="_blank" rel="noreferrer" aria-label={t('open', { name })}>
      <Thumb connection={slug} picture={picture} alt="" size={size} />
    </a>
  );
}

/** What people call a picture. */
export const pictureName = ({ originalName, fileName, mediaId }: PictureRow): string =>
  originalName || fileName || mediaId || '';

/** Bytes and pixels; the word for what is not here. */
export function PictureSize({ picture }: { picture: PictureRow }) {
  const t = useTranslations('pictures');
  const { sizeBytes, width, height } = picture;
  if (sizeBytes === null || width === null || height === null) return <Unheld reason={t('noCopy')} />;
  return (
    <span className="flex flex-wrap gap-x-2">
      <span className="tabular-nums">{t('size', { kb: formatCount(Math.ceil(sizeBytes / 1024)), width, height })}</span>
      <PictureRemarks remarks={picture.remarks} />
    </span>
  );
}

export function PictureMediaId({ picture }: { picture: PictureRow }) {
  const t = useTranslations('pictures');
  if (picture.mediaId === null) return <Unheld reason={t('noId')} />;
  return <Id value={picture.mediaId} show="tail" tail={8} copy />;
}

function useField(): (use: MediaUse) => string {
  const words = useTranslations('fields');
  return ({ field }) => {
    const key = `${field.replaceAll('.', '_')}.label`;
    return field !== '' && words.has(key) ? words(key) : field;
  };
}

/** Where it is used, each a link; more than are listed are counted. */
export function PictureUses({ slug, picture }: PartProps) {
  const t = useTranslations('pictures.uses');
  const field = useField();
  if (picture.mediaId === null || picture.useCount === 0) return <span className="text-ink-3">{t('none')}</span>;
  return (
    <ul className="grid gap-0.5">
      {picture.uses.map((use) => (
        <li
          key={`${use.kind} ${use.subMchid} ${use.field} ${'number' in use ? `${use.applymentId} ${use.number}` : ''}`}
        >
          <Link className="link" href={paths.subMerchant(slug, use.subMchid)} prefetch={false}>
            {use.kind === 'sub-merchant'
              ? use.name || use.subMchid
              : t('attempt', { number: use.number, id: use.applymentId })}
          </Link>{' '}
          <small className="text-ink-3">
            {field(use)}
            {use.kind === 'submission' &&
              use.verdict !== null &&
              ` · ${t(`verdict.${use.verdict === 'approved' ? 'approved' : 'rejected'}`)}`}
          </small>
        </li>
      ))}
      {picture.useCount > picture.uses.length && (
        <li className="text-ink-3">{t('more', { count: picture.useCount - picture.uses.length })}</li>
      )}
    </ul>
  );
}

/** That others of the shelf look the same, with the way to them. */
export function PictureLookalikes({ slug, picture }: PartProps) {
  const t = useTranslations('pictures');
  if (picture.lookalikes === 0) return null;
  return (
    <Link
      className="link text-small inline-flex items-center gap-1"
      href={pictureAddress(slug, { show: 'lookalikes' })}
      prefetch={false}
    >
      <Icon name="copy" size="small" />
      {t('lookalikes', { count: picture.lookalikes })}
    </Link>
  );
}
