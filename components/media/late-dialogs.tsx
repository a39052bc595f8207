'use client';

import type { ComponentProps } from 'react';
import { lazy, Suspense } from 'react';
import { createPortal } from 'react-dom';

const Picture = lazy(() => import('./picture-dialog').then((late) => ({ default: late.PictureDialog })));
const Shelf = lazy(() => import('./shelf-dialog').then((late) => ({ default: late.ShelfDialog })));

/**
 * The dialog that adds a picture, fetched when it is opened. It stands outside the form that opened it: Enter in it sends
 * nothing else.
 */
export function LatePictureDialog(props: ComponentProps<typeof Picture>) {
  return createPortal(
    <Suspense>
      <Picture {...props} />
    </Suspense>,
    document.body,
  );
}

/** The dialog that chooses a picture of the shelf, fetched when it is opened. */
export function LateShelfDialog(props: ComponentProps<typeof Shelf>) {
  return createPortal(
    <Suspense>
      <Shelf {...props} />
    </Suspense>,
    document.body,
  );
}
