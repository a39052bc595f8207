import { z } from 'zod';
import { draftPlace } from '@/lib/sub-merchants/operation';
import { editValues } from '@/lib/sub-merchants/schema';
import { defineDraftRoute } from '../../../draft-route';

export const { GET, PUT, DELETE } = defineDraftRoute<{ connection: string; subMchid: string }>({
  name: 'drafts.sub-merchant',
  permission: 'sub-merchant:edit',
  content: z.object({ values: editValues, base: z.looseObject({ version: z.number() }) }),
  placeOf: (connectionId, { subMchid }, staffId) => draftPlace(connectionId, subMchid, staffId),
});
