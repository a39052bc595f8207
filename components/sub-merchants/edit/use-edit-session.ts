'use client';

import { useMemo } from 'react';
import type { DraftedForm } from '@/components/drafts/use-draft-session';
import { useDraftSession } from '@/components/drafts/use-draft-session';
import type { FormDeed } from '@/components/drafts/use-send';
import { paths } from '@/lib/paths';
import type { RequestStatus } from '@/lib/requests/view';
import { askToModifyAction, modifySubMerchantAction } from '@/lib/sub-merchants/actions';
import type { EditBase } from '@/lib/sub-merchants/rules';
import { isDirty, valuesOf } from '@/lib/sub-merchants/rules';
import type { EditValues } from '@/lib/sub-merchants/schema';
import { editDraft } from '@/lib/sub-merchants/view';
import { summariseSending } from './sent-summary';
import { useEditForm } from './use-edit-form';

type SessionInput = {
  connection: string;
  subMchid: string;
  /** The record as the server holds it now; newer than what the form began from once it moved. */
  base: EditBase;
  openRequest: RequestStatus | null;
  staff: { id: string; name: string };
  /** The approval that the person's edit of this record waits for. */
  ownPending: string | null;
};

const kind: DraftedForm<EditValues, EditBase> = { useForm: useEditForm, valuesOf, isDirty };

/** One person's edit of one record, with what it would send now. */
export function useEditSession({ subMchid, ...input }: SessionInput) {
  const { connection, staff } = input;
  const place = useMemo(
    () => ({ url: paths.api.subMerchantDraft(connection, subMchid), staffId: staff.id, content: editDraft }),
    [connection, subMchid, staff.id],
  );
  const deed = useMemo((): FormDeed<EditValues> => {
    const about = { connection, subMchid, openedBy: staff.id };
    return {
      send: (draft, baseVersion, values) => modifySubMerchantAction({ ...about, draft, baseVersion, values }),
      ask: (draft, baseVersion, values, asking) =>
        askToModifyAction({ ...about, draft, baseVersion, values, ...asking }),
    };
  }, [connection, subMchid, staff.id]);
  const session = useDraftSession({ ...input, kind, place, deed });
  const { values, began } = session;
  return { ...session, summary: useMemo(() => summariseSending(values, began), [values, began]) };
}

export type EditSession = ReturnType<typeof useEditSession>;
