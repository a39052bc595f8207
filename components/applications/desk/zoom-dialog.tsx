'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { UIEvent } from 'react';
import { useRef, useState } from 'react';
import { PictureRemarks } from '@/components/media/picture-remarks';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Select } from '@/components/ui/select';
import { picturesHeldQuery } from '@/lib/media/query-options';
import type { PictureView } from '@/lib/media/view';
import { paths } from '@/lib/paths';
import { useDesk } from './desk-context';

const ZOOM_MAX = 400;

type ZoomDialogProps = {
  /** Media IDs of earlier attempts and of the form, of one slot. */
  former: string[];
  next: string[];
  close: () => void;
};

/** A picture of before beside one of now, magnified alike: who moves one moves the other. */
export function ZoomDialog({ former, next, close }: ZoomDialogProps) {
  const t = useTranslations('desk.zoom');
  const { connection, pictures } = useDesk();
  const { data } = useQuery(picturesHeldQuery(connection, next));
  const [zoom, setZoom] = useState(100);
  const before = useRef<HTMLDivElement>(null);
  const after = useRef<HTMLDivElement>(null);
  const follow = (other: typeof before) => (event: UIEvent<HTMLDivElement>) => {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight } = event.currentTarget;
    const there = other.current;
    if (!there) return;
    // As shares of the whole: the two pictures need not be of one size.
    there.scrollLeft = (scrollLeft / scrollWidth) * there.scrollWidth;
    there.scrollTop = (scrollTop / scrollHeight) * there.scrollHeight;
  };
  return (
    <Dialog
      open
      onClose={close}
      title={t('title')}
      size="full"
      footer={
        <>
          <label className="zoom-range">
            <span>{t('zoom', { percent: zoom })}</span>
            <input
              type="range"
              min={100}
              max={ZOOM_MAX}
              step={25}
              value={zoom}
              onChange={(event) => setZoom(Number(event.target.value))}
            />
          </label>
          <Button data-action="cancel" onClick={close}>
            {t('close')}
          </Button>
        </>
      }
    >
      <div className="zoom-pair">
        <Side label={t('before')} ids={former} held={pictures} zoom={zoom} frame={before} moved={follow(after)} />
        <Side label={t('after')} ids={next} held={data ?? []} zoom={zoom} frame={after} moved={follow(before)} />
      </div>
    </Dialog>
  );
}

type SideProps = {
  label: string;
  ids: string[];
  held: PictureView[];
  zoom: number;
  frame: React.RefObject<HTMLDivElement | null>;
  moved: (event: UIEvent<HTMLDivElement>) => void;
};

function Side({ label, ids, held, zoom, frame, moved }: SideProps) {
  const t = useTranslations('desk.zoom');
  const { connection } = useDesk();
  const [chosen, setChosen] = useState(ids[0] ?? '');
  const picture = held.find(({ mediaId }) => mediaId === chosen);
  const nameOf = (id: string) => held.find(({ mediaId }) => mediaId === id)?.originalName || id;
  return (
    <section aria-label={label}>
      <h3>
        {label}
        {ids.length > 1 && (
          <Select
            aria-label={t('which', { side: label })}
            options={ids.map((id) => ({ value: id, label: nameOf(id) }))}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          />
        )}
        {picture && <PictureRemarks remarks={picture.remarks} />}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard too. */}
      <div ref={frame} data-part="frame" onScroll={moved} tabIndex={0}>
        {picture?.hasCopy ? (
          // Sealed and served to signed-in staff alone: nothing that a picture service could fetch or keep.
          // biome-ignore lint/performance/noImgElement: shown as it is.
          <img src={paths.api.picture(connection, picture.id)} alt={nameOf(chosen)} style={{ width: `${zoom}%` }} />
        ) : (
          <p className="text-ink-3">{t('noCopy')}</p>
        )}
      </div>
    </section>
  );
}
