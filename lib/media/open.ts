import 'server-only';
import type { Db } from '@/lib/db/client';
import { isUuid } from '@/lib/db/uuid';
import type { Vault } from '@/lib/db/vault';
import { mediaTypes } from '@/lib/platform/wire/media';
import { pictureAbout } from './keep';

/** What may be served as a picture; anything else in the column is none. */
const servedTypes: readonly string[] = Object.values(mediaTypes).map(({ contentType }) => contentType);

/** A picture of this connection, opened, or its thumbnail (a JPEG); null where no copy is held. */
export async function openPicture(
  { db, vault }: { db: Db; vault: Vault },
  connectionId: string,
  id: string,
  part: 'content' | 'thumbnail',
): Promise<{ contentType: string; bytes: Buffer } | null> {
  if (!isUuid(id)) return null;
  const row = await db.mediaFile.findFirst({
    where: { id, connectionId },
    select: { contentType: true, content: part === 'content', thumbnail: part === 'thumbnail' },
  });
  const sealed = part === 'content' ? row?.content : row?.thumbnail;
  const contentType = part === 'content' ? row?.contentType : mediaTypes.jpeg.contentType;
  if (!sealed || !contentType || !servedTypes.includes(contentType)) return null;
  return { contentType, bytes: vault.open(sealed, pictureAbout(id, part)) };
}
