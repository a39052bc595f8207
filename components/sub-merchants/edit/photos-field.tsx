'use client';

import { useTranslations } from 'next-intl';
import { useFieldValue } from '@/components/form/use-field';
import { MediaField } from '@/components/media/media-field';
import { Meter } from '@/components/ui/meter';
import { storePhotosMin, storePhotosTextMax } from '@/lib/platform/wire/sub-merchant';
import { useEdit } from './edit-context';
import { LeaveOutTick } from './leave-out-tick';
import { tidyText } from './tidy';

/** Eight media ids of 128 characters no longer fit into the text; shorter ones may. */
const PHOTOS_MAX = 40;

/** Media ids with their pictures: on the wire one string of at most 1024 characters that holds a JSON array (4.1). */
export function PhotosField() {
  const t = useTranslations('edit.photos');
  const words = useTranslations('fields');
  const { connection, subMchid } = useEdit();
  const photos = useFieldValue<string[]>('business.store_photos').filter((id) => id !== '');
  const length = photos.length === 0 ? 0 : JSON.stringify(photos).length;
  return (
    <div className="wide">
      <MediaField
        isList
        name="business.store_photos"
        connection={connection}
        subMchid={subMchid || null}
        kind="store"
        label={words('business_store_photos.label')}
        help={
          photos.length < storePhotosMin
            ? t('recommended', { min: storePhotosMin })
            : words('business_store_photos.help')
        }
        max={PHOTOS_MAX}
        placeholder={t('placeholder')}
        normalise={(typed) => tidyText(typed).value}
      />
      <div className="text-ink-3 text-small mt-1 flex items-center gap-2">
        <span className="flex-1">
          <Meter
            value={length}
            max={storePhotosTextMax}
            label={t('meter', { count: length, max: storePhotosTextMax })}
          />
        </span>
        <span className="tabular-nums" aria-hidden="true">{`${length}/${storePhotosTextMax}`}</span>
      </div>
      <LeaveOutTick path="business.store_photos" />
    </div>
  );
}
