'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { pictureChoiceQuery } from '@/lib/media/query-options';
import type { PictureView } from '@/lib/media/view';
import { Tick } from '../form/tick';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { Thumb } from './thumb';

type ShelfDialogProps = {
  connection: string;
  /** Whose pictures are shown first; null: everybody's. */
  subMchid: string | null;
  /** Media IDs that are in the field already. */
  taken: readonly string[];
  choose: (picture: PictureView) => void;
  close: () => void;
};

/** Chooses a picture that has a media ID from the shelf. */
export function ShelfDialog({ connection, subMchid, taken, choose, close }: ShelfDialogProps) {
  const t = useTranslations('pictureTools.shelf');
  const tTools = useTranslations('pictureTools');
  const [isOwn, setOwn] = useState(subMchid !== null);
  const [cursor, setCursor] = useState<string | null>(null);
  const { data, isError, isPlaceholderData } = useQuery(
    pictureChoiceQuery(connection, {
      ...(isOwn && subMchid !== null && { sub_mchid: subMchid }),
      ...(cursor !== null && { cursor }),
    }),
  );
  return (
    <Dialog
      open
      onClose={close}
      size="full"
      title={t('title')}
      footer={
        <Button data-action="cancel" onClick={close}>
          {tTools('cancel')}
        </Button>
      }
    >
      {subMchid !== null && (
        <Tick
          name="shelf_own"
          label={t('own', { subMchid })}
          checked={isOwn}
          onChange={(checked) => {
            setOwn(checked);
            setCursor(null);
          }}
        />
      )}
      {isError && (
        <Notice tone="rejected" icon="warning" role="alert">
          {t('failed')}
        </Notice>
      )}
      {data?.rows.length === 0 && <p className="text-ink-2">{isOwn ? t('noneOwn') : t('none')}</p>}
      <ul className="picture-choices" aria-busy={isPlaceholderData || undefined}>
        {data?.rows.map((picture) => {
          const name = picture.originalName || picture.mediaId || '';
          const isTaken = picture.mediaId !== null && taken.includes(picture.mediaId);
          return (
            <li key={picture.id}>
              <button type="button" disabled={isTaken} data-choose={picture.mediaId} onClick={() => choose(picture)}>
                <Thumb connection={connection} picture={picture} alt="" size="large" />
                <span className="truncate">{name}</span>
                <small>{isTaken ? t('taken') : tTools(`kinds.${picture.kind}`)}</small>
              </button>
            </li>
          );
        })}
      </ul>
      {data && (data.previousCursor !== null || data.nextCursor !== null) && (
        <div className="flex justify-end gap-2">
          <Button size="small" disabled={data.previousCursor === null} onClick={() => setCursor(data.previousCursor)}>
            {t('newer')}
          </Button>
          <Button size="small" disabled={data.nextCursor === null} onClick={() => setCursor(data.nextCursor)}>
            {t('older')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
