'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { MEDIA_BYTES_MAX } from '@/lib/platform/wire/media';
import { Icon } from '../ui/icon';
import { fileOf } from './file-of';

/** A place to drop a file, to paste one, or to pick one. */
export function DropZone({ take }: { take: (file: File) => void }) {
  const t = useTranslations('pictureTools.drop');
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the pointer; the control inside is for everybody.
    <div
      className="drop-zone"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = fileOf(event.dataTransfer);
        if (file) take(file);
      }}
    >
      <Icon name="picture" size="large" />
      <label htmlFor={id} className="text-label">
        {t('title')}
      </label>
      <input
        id={id}
        name="picture_file"
        type="file"
        accept="image/png,image/jpeg,image/bmp,.png,.jpg,.jpeg,.bmp"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) take(file);
        }}
      />
      <p className="text-ink-2 text-small">{t('help', { maxMb: MEDIA_BYTES_MAX / 1024 / 1024 })}</p>
    </div>
  );
}
