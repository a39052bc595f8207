'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button';
import { fileOf } from './file-of';
import { LatePictureDialog } from './late-dialogs';
import './media.css';

/** Adds a picture to the shelf: by the button, by dropping a file anywhere on the page, or by pasting a screenshot. */
export function AddPicture({ slug }: { slug: string }) {
  const t = useTranslations('pictures');
  const router = useRouter();
  const [open, setOpen] = useState<{ file: File | null } | null>(null);
  const isOpen = open !== null;
  useEffect(() => {
    if (isOpen) return;
    const over = (event: DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault();
    const take = (event: Event, transfer: DataTransfer | null) => {
      const file = document.querySelector('dialog[open]') ? null : fileOf(transfer);
      if (!file) return;
      event.preventDefault();
      setOpen({ file });
    };
    const drop = (event: DragEvent) => take(event, event.dataTransfer);
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData);
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, [isOpen]);
  return (
    <>
      <Button variant="primary" icon="plus" data-action="add-picture" onClick={() => setOpen({ file: null })}>
        {t('add')}
      </Button>
      {open && (
        <LatePictureDialog
          connection={slug}
          file={open.file}
          close={() => {
            setOpen(null);
            router.refresh();
          }}
        />
      )}
    </>
  );
}
