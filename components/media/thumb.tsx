import { paths } from '@/lib/paths';
import { Icon } from '../ui/icon';

type ThumbProps = {
  connection: string;
  picture: { id: string; hasCopy: boolean; hasThumbnail: boolean } | null;
  /** What it shows; empty where the words beside it say that. */
  alt: string;
  size: 'small' | 'large';
};

/** A picture in small, or the mark that no copy of it is held. */
export function Thumb({ connection, picture, alt, size }: ThumbProps) {
  return (
    <span className="thumb" data-size={size} data-empty={!picture?.hasCopy || undefined}>
      {picture?.hasCopy ? (
        // Sealed and served to signed-in staff alone: nothing that a picture service could fetch or keep.
        // biome-ignore lint/performance/noImgElement: it is a thumbnail already.
        <img
          src={paths.api.picture(connection, picture.id, picture.hasThumbnail ? { part: 'thumbnail' } : {})}
          alt={alt}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <Icon name="picture" />
      )}
    </span>
  );
}
