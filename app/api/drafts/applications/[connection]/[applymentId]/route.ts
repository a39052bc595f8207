import { fixDraftPlace } from '@/lib/applications/operation';
import { fixDraft } from '@/lib/applications/view';
import { defineDraftRoute } from '../../../draft-route';

export const { GET, PUT, DELETE } = defineDraftRoute<{ connection: string; applymentId: string }>({
  name: 'drafts.application',
  permission: 'application:modify',
  content: fixDraft,
  placeOf: (connectionId, { applymentId }, staffId) => fixDraftPlace(connectionId, applymentId, staffId),
});
