'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useContext, useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { formatCount } from '@/lib/i18n/format';
import { pasteMediaIdAction } from '@/lib/media/actions';
import { picturesHeldQuery } from '@/lib/media/query-options';
import type { PictureKind } from '@/lib/media/rules';
import type { PictureView } from '@/lib/media/view';
import { paths } from '@/lib/paths';
import { mediaId } from '@/lib/platform/wire/fields';
import type { FieldProps } from '../form/field';
import { ListField } from '../form/list-field';
import { TextField } from '../form/text-field';
import { FormLock, useFieldValue } from '../form/use-field';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { fileOf } from './file-of';
import { LatePictureDialog, LateShelfDialog } from './late-dialogs';
import { PictureRemarks } from './picture-remarks';
import { Thumb } from './thumb';
import './media.css';

/** Another list of the same form into which a picture can be moved. */
export type OtherSlot = { name: string; label: string };

type MediaFieldProps = Omit<FieldProps, 'counter'> & {
  connection: string;
  /** Whose pictures these are; null where nobody knows yet. */
  subMchid: string | null;
  /** What pictures that are added here show. */
  kind: PictureKind;
  placeholder?: string;
  normalise?: (typed: string) => string;
} & ({ isList: true; max: number; others?: readonly OtherSlot[] } | { isList: false; max: number; others?: undefined });

/** A moment after somebody stopped typing. */
const TYPED_MS = 400;

function useLater<Value>(value: Value): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), TYPED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}

/** What is known of a media ID: its picture, that nothing is on the shelf, that nobody knows yet, that nobody can say. */
type Held = PictureView | 'none' | 'asked' | 'unread';

/** What the shelf holds of some media IDs. */
function useHeld(connection: string, mediaIds: readonly string[]) {
  const asked = useLater(mediaIds.filter((id) => mediaId.safeParse(id).success).join('\n'));
  const wanted = asked === '' ? [] : asked.split('\n');
  const { data, isFetched, isError } = useQuery(picturesHeldQuery(connection, wanted));
  return (id: string): Held => {
    const found = data?.find((picture) => picture.mediaId === id);
    if (found) return found;
    if (isError) return 'unread';
    return isFetched && wanted.includes(id) ? 'none' : 'asked';
  };
}

/**
 * Media IDs of a form, one or several, under the names that the form's other inputs have: each with its picture or the
 * word that no copy is held. They are typed, pasted, uploaded here (by file, drop or a picture on the clipboard), or chosen
 * from the shelf. Values stay plain: a string, or a list of strings.
 */
export function MediaField(props: MediaFieldProps) {
  const { connection, subMchid, kind, isList, name, others = [], ...look } = props;
  const t = useTranslations('pictureTools.field');
  const isLocked = useContext(FormLock) || look.disabled === true;
  const form = useFormContext();
  const value = useFieldValue<string | string[] | undefined>(name);
  const ids = (Array.isArray(value) ? value : [value ?? '']).filter((id) => id !== '');
  const held = useHeld(connection, ids);
  const [dialog, setDialog] = useState<'shelf' | { file: File | null } | null>(null);
  const [isOver, setOver] = useState(false);

  const listAt = (path: string): string[] => {
    const list: unknown = form.getValues(path);
    return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string' && id !== '') : [];
  };
  // What is not complete yet is no fault until somebody said that it is done.
  const set = (path: string, next: string | string[]) =>
    form.setValue(path, next, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: form.formState.isSubmitted || form.getFieldState(path).invalid,
    });
  const add = (picture: PictureView) => {
    const { mediaId: added } = picture;
    if (added === null) return;
    if (!isList) set(name, added);
    else if (!listAt(name).includes(added)) set(name, [...listAt(name), added]);
  };
  const swap = (index: number, by: -1 | 1) => {
    const list = listAt(name);
    const [one, other] = [list[index], list[index + by]];
    if (one !== undefined && other !== undefined) set(name, list.with(index, other).with(index + by, one));
  };
  const move = (index: number, to: string) => {
    const list = listAt(name);
    const moved = list[index];
    if (moved === undefined) return;
    set(name, list.toSpliced(index, 1));
    if (!listAt(to).includes(moved)) set(to, [...listAt(to), moved]);
  };
  const mark = (id: string) => {
    const known = held(id);
    return <Thumb connection={connection} picture={typeof known === 'string' ? null : known} alt="" size="small" />;
  };
  const detail = (id: string) => (
    <Detail connection={connection} mediaId={id} kind={kind} subMchid={subMchid} picture={held(id)} />
  );
  const shared = { ...look, name, isMono: true };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting a picture are for the pointer; the button does the same.
    <div
      className="media-field"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (isLocked || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        const file = fileOf(event.dataTransfer);
        setOver(false);
        if (isLocked || !file) return;
        event.preventDefault();
        setDialog({ file });
      }}
      onPaste={(event) => {
        const file = fileOf(event.clipboardData);
        if (isLocked || !file) return;
        event.preventDefault();
        setDialog({ file });
      }}
    >
      {isList ? (
        <ListField
          {...shared}
          isUncounted
          mark={mark}
          detail={detail}
          deeds={(index, item) => (
            <>
              <Step icon="up" label={t('up', { item })} isOff={index === 0} does={() => swap(index, -1)} />
              <Step
                icon="down"
                label={t('down', { item })}
                isOff={index >= ids.length - 1}
                does={() => swap(index, 1)}
              />
              {others.map((other) => (
                <Step
                  key={other.name}
                  icon="arrow"
                  label={t('move', { item, slot: other.label })}
                  does={() => move(index, other.name)}
                />
              ))}
            </>
          )}
        />
      ) : (
        <div className="media-single">
          {mark(ids[0] ?? '')}
          <div className="min-w-0">
            <TextField {...shared} counter={{ max: look.max }} />
            {ids[0] !== undefined && detail(ids[0])}
          </div>
        </div>
      )}
      {others.map((other) => (
        <InBoth
          key={other.name}
          name={name}
          other={other}
          keepHere={(both) =>
            set(
              other.name,
              listAt(other.name).filter((id) => !both.includes(id)),
            )
          }
        />
      ))}
      {!isLocked && (
        <div data-part="add">
          <Button size="small" icon="upload" data-action="add-picture" onClick={() => setDialog({ file: null })}>
            {t('add')}
          </Button>
          <Button size="small" icon="picture" data-action="choose-picture" onClick={() => setDialog('shelf')}>
            {t('choose')}
          </Button>
          <span className="text-ink-3 text-small">{t('orDrop')}</span>
        </div>
      )}
      {dialog === 'shelf' ? (
        <LateShelfDialog
          connection={connection}
          subMchid={subMchid}
          taken={ids}
          choose={(picture) => {
            add(picture);
            setDialog(null);
          }}
          close={() => setDialog(null)}
        />
      ) : (
        dialog && (
          <LatePictureDialog
            connection={connection}
            file={dialog.file}
            kind={kind}
            subMchid={subMchid}
            onDone={(picture, { lookalikes }) => {
              add(picture);
              // What is said about it and about others that look the same is to be read first.
              if (lookalikes.length === 0 && picture.remarks.length === 0) setDialog(null);
            }}
            close={() => setDialog(null)}
          />
        )
      )}
    </div>
  );
}

type StepProps = { icon: 'up' | 'down' | 'arrow'; label: string; isOff?: boolean; does: () => void };

function Step({ icon, label, isOff = false, does }: StepProps) {
  return (
    <button type="button" className="quiet-button" disabled={isOff} aria-label={label} title={label} onClick={does}>
      <Icon name={icon} size="small" />
    </button>
  );
}

type InBothProps = { name: string; other: OtherSlot; keepHere: (both: string[]) => void };

/** The same picture in two slots is nearly always an accident: it is said, and mended by one press. */
function InBoth({ name, other, keepHere }: InBothProps) {
  const t = useTranslations('pictureTools.field');
  const here = useFieldValue<string[] | undefined>(name) ?? [];
  const there = useFieldValue<string[] | undefined>(other.name) ?? [];
  const both = here.filter((id) => id !== '' && there.includes(id));
  if (both.length === 0) return null;
  return (
    <Notice
      tone="punished"
      icon="warning"
      role="status"
      actions={
        <Button size="small" onClick={() => keepHere(both)}>
          {t('keepHere')}
        </Button>
      }
    >
      {t('inBoth', { count: both.length, slot: other.label })}
    </Notice>
  );
}

type DetailProps = {
  connection: string;
  mediaId: string;
  kind: PictureKind;
  subMchid: string | null;
  picture: Held;
};

/** What is known of one media ID, in a line under it. */
function Detail({ connection, mediaId: id, kind, subMchid, picture }: DetailProps) {
  const t = useTranslations('pictureTools.field');
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const note = async () => {
    setBusy(true);
    const done = await pasteMediaIdAction({ connection, mediaId: id, picture: { kind, subMchid } }).catch(() => null);
    if (done?.ok) await client.invalidateQueries({ queryKey: ['media', connection, 'held'] });
    setBusy(false);
  };
  if (picture === 'asked') return <Line>{t('looking')}</Line>;
  if (picture === 'unread') return <Line>{t('unread')}</Line>;
  if (picture === 'none') {
    return (
      <Line>
        {t('notHeld')}{' '}
        <button type="button" className="mini-button" disabled={isBusy} onClick={() => void note()}>
          {t('note')}
        </button>
      </Line>
    );
  }
  if (!picture.hasCopy) return <Line>{t('pastedBy', { name: picture.keptBy })}</Line>;
  const { width, height, sizeBytes } = picture;
  return (
    <Line>
      <a className="link" href={paths.api.picture(connection, picture.id)} target="_blank" rel="noreferrer">
        {picture.originalName || picture.fileName}
      </a>{' '}
      {width !== null && height !== null && sizeBytes !== null
        ? t('facts', { width, height, kb: formatCount(Math.ceil(sizeBytes / 1024)) })
        : null}{' '}
      <PictureRemarks remarks={picture.remarks} />
    </Line>
  );
}

const Line = ({ children }: { children: ReactNode }) => <p className="text-ink-3 text-small">{children}</p>;
