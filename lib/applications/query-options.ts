import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { paths } from '@/lib/paths';
import type { RepeatedPicture } from './rules';

const repeated = z.record(z.string(), z.object({ how: z.enum(['same', 'near']), attempt: z.number() }));

/** Which pictures of the shelf were rejected with an application, or look like one that was; asked anew as pictures are added. */
export const repeatedPicturesQuery = (connection: string, applymentId: string) =>
  queryOptions({
    queryKey: ['repeated-pictures', connection, applymentId],
    queryFn: async (): Promise<Record<string, RepeatedPicture>> => {
      const answer = await fetch(paths.api.repeatedPictures(connection, applymentId), {
        headers: { Accept: 'application/json' },
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return repeated.parse(await answer.json());
    },
    staleTime: 60_000,
  });
