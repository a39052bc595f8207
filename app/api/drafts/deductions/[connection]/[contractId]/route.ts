import { chargeDraftPlace } from '@/lib/deductions/charge';
import { chargeDraft } from '@/lib/deductions/values';
import { segmentText } from '@/lib/segment';
import { defineDraftRoute } from '../../../draft-route';

export const { GET, PUT, DELETE } = defineDraftRoute<{ connection: string; contractId: string }>({
  name: 'drafts.deduction',
  permission: 'deduction:charge',
  content: chargeDraft,
  placeOf: (connectionId, { contractId }, staffId) => chargeDraftPlace(connectionId, segmentText(contractId), staffId),
});
