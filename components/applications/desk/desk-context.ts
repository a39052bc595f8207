'use client';

import { createContext, useContext } from 'react';
import type { AttemptView } from '@/lib/applications/view';
import type { PictureView } from '@/lib/media/view';

/** What every part of the desk knows: whose rejection it is, and what was sent before. */
export type DeskSurroundings = {
  connection: string;
  applymentId: string;
  applymentType: string | null;
  subMchid: string;
  zone: string;
  /** Newest first. */
  attempts: AttemptView[];
  /** The pictures that attempts name, where the shelf knows them. */
  pictures: PictureView[];
};

export const DeskContext = createContext<DeskSurroundings | null>(null);

/** Throws outside the desk: its parts make no sense elsewhere. */
export function useDesk(): DeskSurroundings {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('outside the rejection desk');
  return desk;
}
