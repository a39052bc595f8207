import 'server-only';
import type { Db, Tx } from '@/lib/db/client';
import { isUuid } from '@/lib/db/uuid';
import type { OwnedKind } from './view';

type Reading = Pick<Db | Tx, 'subMerchant' | 'application' | 'platformRequest'>;

async function subMerchantNames(db: Reading, connectionId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.subMerchant.findMany({
    where: { connectionId, subMchid: { in: ids } },
    select: { subMchid: true, name: true },
  });
  return new Map(rows.map(({ subMchid, name }) => [subMchid, name === '' ? subMchid : name]));
}

/**
 * What people call the objects of one kind, by id; whatever is not held here is left out. An application and a request are
 * called as their sub-merchant is.
 */
export async function namesOf(
  db: Reading,
  connectionId: string,
  kind: OwnedKind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (kind === 'sub-merchant') return subMerchantNames(db, connectionId, [...ids]);
  const where = { connectionId, id: { in: ids.filter(isUuid) } };
  if (kind === 'request') {
    const rows = await db.platformRequest.findMany({ where, select: { id: true, objectId: true, objectName: true } });
    return new Map(rows.map(({ id, objectId, objectName }) => [id, objectName || objectId]));
  }
  const rows = await db.application.findMany({ where, select: { id: true, subMchid: true } });
  const names = await subMerchantNames(
    db,
    connectionId,
    rows.map(({ subMchid }) => subMchid),
  );
  return new Map(rows.map(({ id, subMchid }) => [id, names.get(subMchid) ?? subMchid]));
}
