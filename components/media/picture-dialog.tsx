'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { pictureQuery } from '@/lib/media/query-options';
import type { PictureKind } from '@/lib/media/rules';
import { pictureKinds } from '@/lib/media/rules';
import type { KeptPicture, PictureView } from '@/lib/media/view';
import { MEDIA_BYTES_MAX } from '@/lib/platform/wire/media';
import type { Issue } from '@/lib/result';
import { CopyButton } from '../data/copy-button';
import { Field } from '../form/field';
import { Tick } from '../form/tick';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FaultNotice, Notice } from '../ui/notice';
import { Select } from '../ui/select';
import type { Original, Written } from './canvas';
import { isIssue, openOriginal } from './canvas';
import { DropZone } from './drop-zone';
import { fileOf } from './file-of';
import { PictureEditor } from './picture-editor';
import { PictureRemarks } from './picture-remarks';
import type { PictureProblem } from './send-picture';
import { keepPicture, uploadPicture } from './send-picture';
import { useFaultSentence, useProblem } from './use-problem';

export type PictureDialogProps = {
  connection: string;
  /** A file that was dropped or pasted where the dialog was opened from. */
  file: File | null;
  /** Where the picture goes; a person chooses what is not given. */
  kind?: PictureKind | undefined;
  subMchid?: string | null | undefined;
  /** Called with the picture once it has a media ID; without it the dialog shows the ID itself. */
  onDone?: ((picture: PictureView, kept: KeptPicture) => void) | undefined;
  close: () => void;
};

type Sending = { percent: number } | { kept: KeptPicture };

/** Takes a file, lets a person cut and cover and make it small, keeps it on the shelf and uploads it to the platform. */
export function PictureDialog(props: PictureDialogProps) {
  const { connection, onDone, close } = props;
  const t = useTranslations('pictureTools');
  const say = useProblem();
  const [original, setOriginal] = useState<Original | null>(null);
  const [written, setWritten] = useState<Written | null>(null);
  const [problem, setProblem] = useState<PictureProblem | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [kind, setKind] = useState<PictureKind>(props.kind ?? 'homepage');
  const [subMchid, setSubMchid] = useState('');
  const [mayUpload, setMayUpload] = useState(true);
  const [isOnItsWay, setOnItsWay] = useState(false);

  const open = async (file: File) => {
    setProblem(null);
    const opened = await openOriginal(file).catch((): Issue => ({ path: 'file', rule: 'picture-damaged' }));
    if (isIssue(opened)) setProblem({ rule: opened.rule, params: opened.params ?? {} });
    else setOriginal(opened);
  };
  useFirstFile(props.file, open);
  useEffect(() => () => original?.bitmap.close(), [original]);

  const send = async () => {
    if (!original || !written) return;
    setProblem(null);
    setSending({ percent: 0 });
    const place = { kind, subMchid: props.subMchid === undefined ? subMchid.trim() || null : props.subMchid };
    const picture = { blob: written.blob, name: original.file.name || 'screenshot.png', ...place };
    const kept = await keepPicture(connection, picture, (percent) => setSending({ percent }));
    if (!kept.ok) {
      setSending(null);
      setProblem(kept.problem);
      return;
    }
    setSending({ kept: kept.value });
  };
  const isReady = written !== null && written.blob.size <= MEDIA_BYTES_MAX && sending === null;
  const isKept = sending !== null && 'kept' in sending;
  return (
    <Dialog
      open
      onClose={close}
      size={original && !isKept ? 'full' : 'wide'}
      title={isKept ? t('titles.kept') : original ? t('titles.edit') : t('titles.choose')}
      footer={
        isKept ? (
          // A field waits for the ID: left before that, the picture would be on the shelf alone.
          <Button
            data-action="close"
            onClick={close}
            disabled={isOnItsWay && onDone !== undefined}
            pending={isOnItsWay && onDone !== undefined}
          >
            {t('close')}
          </Button>
        ) : (
          <>
            <Button data-action="cancel" onClick={close}>
              {t('cancel')}
            </Button>
            {original && (
              <Button
                data-action="confirm"
                variant="primary"
                disabled={!isReady}
                pending={sending !== null}
                onClick={() => void send()}
              >
                {mayUpload ? t('keepAndUpload') : t('keep')}
              </Button>
            )}
          </>
        )
      }
    >
      {problem && <FaultNotice>{say(problem)}</FaultNotice>}
      {isKept ? (
        <Kept
          connection={connection}
          kept={sending.kept}
          mayUpload={mayUpload}
          onDone={onDone}
          tellOnItsWay={setOnItsWay}
        />
      ) : original ? (
        <>
          <PictureEditor key={original.file.name} original={original} change={setWritten} />
          <div className="picture-place">
            {props.kind === undefined && (
              <PlainField label={t('kind')} id="picture-kind">
                <Select
                  id="picture-kind"
                  name="picture_kind"
                  value={kind}
                  onChange={(event) => setKind(pictureKinds.find((name) => name === event.target.value) ?? 'other')}
                  options={pictureKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
                />
              </PlainField>
            )}
            {props.subMchid === undefined && (
              <PlainField label={t('subMchid')} id="picture-sub-mchid">
                <input
                  id="picture-sub-mchid"
                  name="picture_sub_mchid"
                  className="control mono"
                  autoComplete="off"
                  value={subMchid}
                  onChange={(event) => setSubMchid(event.target.value)}
                />
              </PlainField>
            )}
            <Tick name="upload_now" label={t('uploadNow')} checked={mayUpload} onChange={setMayUpload} />
          </div>
          {sending && 'percent' in sending && (
            <p role="status" className="text-ink-2">
              <progress className="picture-progress" max={100} value={sending.percent} aria-label={t('keeping')} />
              {t('keepingPercent', { percent: sending.percent })}
            </p>
          )}
        </>
      ) : (
        <DropZone take={(file) => void open(file)} />
      )}
    </Dialog>
  );
}

/** Opens what the dialog was given, and what is pasted while it asks for a file. */
function useFirstFile(file: File | null, open: (file: File) => Promise<void>) {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    if (file) void latest.current(file);
    const paste = (event: ClipboardEvent) => {
      const pasted = fileOf(event.clipboardData);
      if (!pasted) return;
      event.preventDefault();
      void latest.current(pasted);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [file]);
}

function PlainField({ label, id, children }: { label: string; id: string; children: ReactNode }) {
  return (
    <Field id={id} name={id} apiName={null} label={label} error={null} isChanged={false}>
      {() => children}
    </Field>
  );
}

type KeptProps = Pick<PictureDialogProps, 'connection' | 'onDone'> & {
  kept: KeptPicture;
  mayUpload: boolean;
  tellOnItsWay: (isOnItsWay: boolean) => void;
};

/** What became of it: kept, on its way, or with its media ID; what failed may be tried again at once. */
function Kept({ connection, kept, mayUpload, onDone, tellOnItsWay }: KeptProps) {
  const t = useTranslations('pictureTools');
  const say = useProblem();
  const faultSentence = useFaultSentence();
  const query = useQuery({ ...pictureQuery(connection, kept.picture.id), initialData: kept.picture });
  const picture = query.data;
  const [problem, setProblem] = useState<PictureProblem | null>(null);
  const [isUploading, setUploading] = useState(false);
  const refetch = query.refetch;
  const upload = async () => {
    setProblem(null);
    setUploading(true);
    const answer = await uploadPicture(connection, kept.picture.id);
    await refetch();
    setUploading(false);
    if (!answer.ok && answer.problem.rule !== 'picture-uploading') setProblem(answer.problem);
  };
  const begin = useRef(upload);
  const mayBegin = mayUpload && kept.picture.state !== 'has-id';
  useEffect(() => {
    if (mayBegin) void begin.current();
  }, [mayBegin]);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (picture.mediaId !== null) done.current?.(picture, kept);
  }, [picture, kept]);
  const isOnItsWay = isUploading || picture.state === 'uploading';
  useEffect(() => tellOnItsWay(isOnItsWay), [tellOnItsWay, isOnItsWay]);
  return (
    <div className="grid gap-3" data-picture={picture.id} data-picture-state={picture.state}>
      {!kept.isNew && <Notice>{t('keptBefore')}</Notice>}
      {kept.isCleaned && <Notice icon="check">{t('cleaned')}</Notice>}
      {picture.remarks.length > 0 && (
        <Notice tone="punished" icon="warning">
          <PictureRemarks remarks={picture.remarks} />
        </Notice>
      )}
      {kept.lookalikes.length > 0 && (
        <Notice tone="punished" icon="warning">
          {t('lookalikes', { count: kept.lookalikes.length })}
        </Notice>
      )}
      {problem && <FaultNotice>{say(problem)}</FaultNotice>}
      <div role="status">
        {isOnItsWay ? (
          <p className="text-ink-2">{t('uploading')}</p>
        ) : picture.mediaId !== null ? (
          <Notice tone="approved" icon="approved">
            <b>{t('uploaded')}</b>{' '}
            <span className="mono break-all" translate="no" data-media-id="">
              {picture.mediaId}
            </span>{' '}
            <CopyButton value={picture.mediaId} label={t('copy')} done={t('copied')} />
          </Notice>
        ) : picture.fault ? (
          <Notice
            tone="rejected"
            icon="warning"
            actions={
              <Button size="small" data-action="upload" onClick={() => void upload()}>
                {t('again')}
              </Button>
            }
          >
            {faultSentence(picture.fault)} {t('mayRepeat')}
          </Notice>
        ) : (
          <Notice
            actions={
              <Button size="small" data-action="upload" onClick={() => void upload()}>
                {t('uploadIt')}
              </Button>
            }
          >
            {t('local')}
          </Notice>
        )}
      </div>
    </div>
  );
}
