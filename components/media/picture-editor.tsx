'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { PercentCrop } from 'react-image-crop';
import ReactCrop from 'react-image-crop';
import { formatCount } from '@/lib/i18n/format';
import { MEDIA_BYTES_MAX } from '@/lib/platform/wire/media';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import type { Area, Edit, Original, Writing, Written } from './canvas';
import { draw, keptArea, noEdit, show, write, writeToFit } from './canvas';
import { ComparePictures } from './compare-pictures';
import 'react-image-crop/dist/ReactCrop.css';

/** Longest side of what is shown while it is edited. */
const SHOWN_PIXELS = 1400;
const WAIT_MS = 250;

type PictureEditorProps = {
  original: Original;
  /** Told whenever there is a new result; null while it is being written. */
  change: (written: Written | null) => void;
};

/** Cuts a picture, covers parts of it, and makes it small enough, with before and after. All of it by keyboard too. */
export function PictureEditor({ original, change }: PictureEditorProps) {
  const t = useTranslations('pictureTools.edit');
  const [steps, setSteps] = useState<Edit[]>([]);
  const [chosen, setChosen] = useState<PercentCrop | undefined>(undefined);
  const [isComparing, setComparing] = useState(false);
  const [wanted, setWanted] = useState<Writing | null>(null);
  const edit = steps.at(-1) ?? noEdit;
  const { writing, written } = useWritten(original, edit, wanted, change);
  const area = keptArea(original, edit);
  const selection = chosen && chosen.width > 0 && chosen.height > 0 ? areaOf(chosen, area) : null;

  const add = (next: Edit) => {
    setSteps([...steps, next]);
    setChosen(undefined);
    setWanted(null);
  };
  const chooseMiddle = () => setChosen({ unit: '%', x: 25, y: 25, width: 50, height: 50 });
  const before = useMemo(() => draw(original, { crop: edit.crop, boxes: [] }), [original, edit.crop]);
  return (
    <div className="picture-editor">
      <div data-part="stage">
        {isComparing && written ? (
          <ComparePictures before={before} after={written.blob} />
        ) : (
          <Stage original={original} edit={edit} chosen={chosen} choose={setChosen} />
        )}
      </div>
      <div data-part="tools">
        <fieldset className="grid gap-2">
          <legend className="text-label">{t('part')}</legend>
          <p className="text-ink-2 text-small">{selection ? t('chosen', selection) : t('choose')}</p>
          <div className="flex flex-wrap gap-2">
            <Button size="small" disabled={isComparing} onClick={chooseMiddle}>
              {t('middle')}
            </Button>
            <Button
              size="small"
              data-action="crop"
              disabled={!selection || isComparing}
              onClick={() => selection && add({ ...edit, crop: selection })}
            >
              {t('crop')}
            </Button>
            <Button
              size="small"
              data-action="blur"
              disabled={!selection || isComparing}
              onClick={() => selection && add({ ...edit, boxes: [...edit.boxes, selection] })}
            >
              {t('blur')}
            </Button>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              variant="ghost"
              icon="undo"
              disabled={steps.length === 0}
              onClick={() => setSteps(steps.slice(0, -1))}
            >
              {t('undo')}
            </Button>
            <Button size="small" variant="ghost" disabled={steps.length === 0} onClick={() => setSteps([])}>
              {t('startOver')}
            </Button>
          </div>
        </fieldset>
        {writing && <WritingFields writing={writing} area={area} change={setWanted} />}
        <Result original={original} edit={edit} written={written} />
        <Button
          size="small"
          icon="columns"
          data-action="compare"
          aria-pressed={isComparing}
          disabled={!written}
          onClick={() => setComparing(!isComparing)}
        >
          {isComparing ? t('backToEdit') : t('compare')}
        </Button>
      </div>
    </div>
  );
}

/** What was chosen in hundredths of what is shown, in pixels of the original. */
function areaOf(chosen: PercentCrop, shown: Area): Area {
  const x = shown.x + Math.round((chosen.x / 100) * shown.width);
  const y = shown.y + Math.round((chosen.y / 100) * shown.height);
  return {
    x,
    y,
    width: Math.max(1, Math.min(Math.round((chosen.width / 100) * shown.width), shown.x + shown.width - x)),
    height: Math.max(1, Math.min(Math.round((chosen.height / 100) * shown.height), shown.y + shown.height - y)),
  };
}

type StageProps = {
  original: Original;
  edit: Edit;
  chosen: PercentCrop | undefined;
  choose: (chosen: PercentCrop) => void;
};

function Stage({ original, edit, chosen, choose }: StageProps) {
  const t = useTranslations('pictureTools.edit');
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const area = keptArea(original, edit);
    const scale = Math.min(1, SHOWN_PIXELS / Math.max(area.width, area.height));
    if (canvas.current) show(canvas.current, draw(original, edit, scale), SHOWN_PIXELS);
  }, [original, edit]);
  const handle = (side: string) => t('handle', { side: t(`sides.${side}`) });
  return (
    <ReactCrop
      {...(chosen && { crop: chosen })}
      onChange={(_, percent) => choose(percent)}
      ariaLabels={{
        cropArea: t('area'),
        nwDragHandle: handle('nw'),
        nDragHandle: handle('n'),
        neDragHandle: handle('ne'),
        eDragHandle: handle('e'),
        seDragHandle: handle('se'),
        sDragHandle: handle('s'),
        swDragHandle: handle('sw'),
        wDragHandle: handle('w'),
      }}
    >
      <canvas ref={canvas} role="img" aria-label={t('picture', { name: original.file.name })} />
    </ReactCrop>
  );
}

/** Writes the picture again a moment after each change: to fit, unless a person says how. */
function useWritten(original: Original, edit: Edit, wanted: Writing | null, change: (written: Written | null) => void) {
  const [state, setState] = useState<{ writing: Writing; written: Written } | null>(null);
  const [isBusy, setBusy] = useState(true);
  const tell = useRef(change);
  tell.current = change;
  useEffect(() => {
    let isOver = false;
    setBusy(true);
    tell.current(null);
    const timer = setTimeout(async () => {
      const next = wanted
        ? { writing: wanted, written: await write(original, edit, wanted) }
        : await writeToFit(original, edit);
      if (isOver) return;
      setState(next);
      setBusy(false);
      tell.current(next.written);
    }, WAIT_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [original, edit, wanted]);
  return { writing: wanted ?? state?.writing ?? null, written: isBusy ? null : (state?.written ?? null) };
}

type WritingFieldsProps = { writing: Writing; area: Area; change: (writing: Writing) => void };

function WritingFields({ writing, area, change }: WritingFieldsProps) {
  const t = useTranslations('pictureTools.edit');
  const id = useId();
  const longest = Math.round(Math.max(area.width, area.height) * writing.scale);
  return (
    <fieldset className="grid gap-2">
      <legend className="text-label">{t('output')}</legend>
      <div className="segmented justify-self-start" role="radiogroup" aria-label={t('format')}>
        {(['png', 'jpeg'] as const).map((type) => (
          <label key={type}>
            <input
              type="radio"
              name={`${id}-type`}
              value={type}
              checked={writing.type === type}
              onChange={() => change({ ...writing, type })}
            />
            {t(`types.${type}`)}
          </label>
        ))}
      </div>
      <label className="picture-range">
        <span>{t('longest')}</span>
        <output>{t('pixels', { count: longest })}</output>
        <input
          type="range"
          min={5}
          max={100}
          value={Math.round(writing.scale * 100)}
          aria-valuetext={t('pixels', { count: longest })}
          onChange={(event) => change({ ...writing, scale: Number(event.target.value) / 100 })}
        />
      </label>
      {writing.type === 'jpeg' && (
        <label className="picture-range">
          <span>{t('quality')}</span>
          <output>{Math.round(writing.quality * 100)}</output>
          <input
            type="range"
            min={40}
            max={100}
            value={Math.round(writing.quality * 100)}
            onChange={(event) => change({ ...writing, quality: Number(event.target.value) / 100 })}
          />
        </label>
      )}
    </fieldset>
  );
}

const kilobytes = (bytes: number) => formatCount(Math.ceil(bytes / 1024));

function Result({ original, edit, written }: { original: Original; edit: Edit; written: Written | null }) {
  const t = useTranslations('pictureTools.edit');
  const { bitmap, file } = original;
  const isOver = written !== null && written.blob.size > MEDIA_BYTES_MAX;
  const size = (width: number, height: number) => t('dimensions', { width, height });
  return (
    <div className="grid gap-2">
      <table className="picture-sizes">
        <caption className="sr-only">{t('sizes')}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('dimensionsLabel')}</th>
            <td>{size(bitmap.width, bitmap.height)}</td>
            <td>{written ? size(written.width, written.height) : '…'}</td>
          </tr>
          <tr>
            <th scope="row">{t('bytes')}</th>
            <td>{t('kb', { kb: kilobytes(file.size) })}</td>
            <td data-over={isOver || undefined} data-result={written?.blob.size}>
              {written ? t('kb', { kb: kilobytes(written.blob.size) }) : '…'}
            </td>
          </tr>
        </tbody>
      </table>
      <p className="text-ink-2 text-small" role="status">
        {written === null ? t('writing') : written.isOriginal ? t('unchanged') : t('metadataGone')}
        {edit.boxes.length > 0 && ` ${t('covered', { count: edit.boxes.length })}`}
      </p>
      {isOver && (
        <Notice tone="rejected" icon="warning" role="alert">
          {t('tooLarge', { kb: kilobytes(MEDIA_BYTES_MAX) })}
        </Notice>
      )}
    </div>
  );
}
