import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { paths } from '@/lib/paths';
import type { PictureList, PictureView } from './view';
import { pictureList, pictureView } from './view';

async function read<Value>(address: string, schema: z.ZodType<Value>): Promise<Value> {
  const answer = await fetch(address, { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return schema.parse(await answer.json());
}

/** What the shelf holds of these media IDs; those of before are shown until the new ones are there. */
export const picturesHeldQuery = (connection: string, mediaIds: readonly string[]) =>
  queryOptions({
    queryKey: ['media', connection, 'held', ...mediaIds],
    queryFn: (): Promise<PictureView[]> => read(paths.api.picturesHeld(connection, mediaIds), z.array(pictureView)),
    enabled: mediaIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** Pictures with a media ID, to choose from. */
export const pictureChoiceQuery = (connection: string, filters: { sub_mchid?: string; cursor?: string }) =>
  queryOptions({
    queryKey: ['media', connection, 'choice', filters],
    queryFn: (): Promise<PictureList> =>
      read(paths.api.pictureList(connection, { ...filters, state: 'has-id', size: '25' }), pictureList),
    placeholderData: keepPreviousData,
  });

const ON_ITS_WAY_MS = 1000;

/** Where one picture stands, asked again while it is on its way to the platform. */
export const pictureQuery = (connection: string, id: string) =>
  queryOptions({
    queryKey: ['media', connection, 'picture', id],
    queryFn: (): Promise<PictureView> => read(paths.api.pictureView(connection, id), pictureView),
    refetchInterval: ({ state }) => (state.data?.state === 'uploading' ? ON_ITS_WAY_MS : false),
  });
