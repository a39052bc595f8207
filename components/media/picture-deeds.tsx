'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useId, useState, useTransition } from 'react';
import { pasteMediaIdAction, removePictureAction } from '@/lib/media/actions';
import type { PictureRow } from '@/lib/media/view';
import { countText, Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { Facts } from '../ui/facts';
import { FaultNotice } from '../ui/notice';
import { useSay } from '../ui/say-region';
import type { PictureProblem } from './send-picture';
import { useProblem } from './use-problem';

type PictureDeedsProps = { slug: string; picture: PictureRow; name: string };

/** What can be done with one picture of the shelf; what uses it is asked again by the server. */
export function PictureDeeds({ slug, picture, name }: PictureDeedsProps) {
  const t = useTranslations('pictures.deeds');
  const router = useRouter();
  const say = useSay();
  const sentence = useProblem();
  const [open, setOpen] = useState<'paste' | 'remove' | null>(null);
  const [isUploading, upload] = useTransition();
  const mayUpload = picture.hasCopy && picture.mediaId === null && picture.state !== 'uploading';
  const send = () =>
    upload(async () => {
      const { uploadPicture } = await import('./send-picture');
      const answer = await uploadPicture(slug, picture.id);
      router.refresh();
      if (!answer.ok) say({ text: sentence(answer.problem), came: 'behind' });
      else if (answer.value.mediaId !== null)
        say({ text: t('uploaded', { name, mediaId: answer.value.mediaId }), came: 'done' });
    });
  return (
    <div className="picture-deeds">
      {mayUpload && (
        <Button
          size="small"
          icon="upload"
          data-action="upload"
          pending={isUploading}
          disabled={isUploading}
          onClick={send}
        >
          {picture.state === 'failed' ? t('again') : t('upload')}
        </Button>
      )}
      {mayUpload && (
        <Button size="small" data-action="paste-id" onClick={() => setOpen('paste')}>
          {t('paste')}
        </Button>
      )}
      {picture.useCount === 0 && picture.state !== 'uploading' && (
        <Button
          size="small"
          variant="ghost"
          data-action="remove-picture"
          aria-label={t('removeNamed', { name })}
          onClick={() => setOpen('remove')}
        >
          {t('remove')}
        </Button>
      )}
      {open === 'paste' && <PasteDialog slug={slug} id={picture.id} name={name} close={() => setOpen(null)} />}
      {open === 'remove' && <RemoveDialog slug={slug} picture={picture} name={name} close={() => setOpen(null)} />}
    </div>
  );
}

/** Does something from a dialog: closes and says so, or says in it why not. */
function useDeed(close: () => void) {
  const router = useRouter();
  const say = useSay();
  const sentence = useProblem();
  const [isPending, start] = useTransition();
  const [problem, setProblem] = useState<PictureProblem | null>(null);
  return {
    isPending,
    problem: problem && sentence(problem),
    act: (call: () => Promise<{ ok: boolean; refusal?: unknown }>, done: string) =>
      start(async () => {
        setProblem(null);
        const answer = await call().catch(() => null);
        if (answer?.ok) {
          close();
          say({ text: done, came: 'done' });
          router.refresh();
          return;
        }
        const { problemOf } = await import('./send-picture');
        setProblem(problemOf(answer?.refusal ?? null));
      }),
  };
}

/** Longest media ID, in characters (4.1, 4.2). */
const MEDIA_ID_MAX = 128;

function PasteDialog({ slug, id, name, close }: { slug: string; id: string; name: string; close: () => void }) {
  const t = useTranslations('pictures.deeds');
  const { isPending, problem, act } = useDeed(close);
  const fieldId = useId();
  const rules = useTranslations('rules');
  const [typed, setTyped] = useState('');
  const [isLacking, setLacking] = useState(false);
  const mediaId = typed.trim();
  const length = countText(mediaId);
  const error =
    length > MEDIA_ID_MAX
      ? rules('too-long', { max: MEDIA_ID_MAX, count: length })
      : isLacking && mediaId === ''
        ? rules('required')
        : null;
  return (
    <DeedDialog
      close={close}
      title={t('pasteTitle', { name })}
      cancel={t('cancel')}
      confirm={t('pasteConfirm')}
      isPending={isPending}
      does={() =>
        mediaId === '' || length > MEDIA_ID_MAX
          ? setLacking(true)
          : act(
              () => pasteMediaIdAction({ connection: slug, mediaId, picture: { id } }),
              t('pasted', { name, mediaId }),
            )
      }
    >
      <FaultNotice>{problem}</FaultNotice>
      <Field
        id={fieldId}
        name="media_id"
        apiName="media_id"
        label={t('mediaId')}
        help={t('pasteHelp')}
        error={error}
        counter={{ count: length, max: MEDIA_ID_MAX }}
        isChanged={false}
      >
        {(control) => (
          <input
            {...control}
            className="control mono"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </DeedDialog>
  );
}

function RemoveDialog({ slug, picture, name, close }: PictureDeedsProps & { close: () => void }) {
  const t = useTranslations('pictures.deeds');
  const { isPending, problem, act } = useDeed(close);
  return (
    <DeedDialog
      close={close}
      title={t('removeTitle')}
      cancel={t('cancel')}
      confirm={t('removeConfirm')}
      isDangerous
      isPending={isPending}
      does={() => act(() => removePictureAction({ connection: slug, id: picture.id }), t('removed', { name }))}
    >
      <FaultNotice>{problem}</FaultNotice>
      <Facts
        facts={[
          { term: t('name'), value: name },
          picture.mediaId === null
            ? null
            : { term: t('mediaId'), value: <span className="mono break-all">{picture.mediaId}</span> },
        ]}
      />
      <p>{picture.mediaId === null ? t('removeLocal') : t('removeHeld')}</p>
    </DeedDialog>
  );
}
