'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { show } from './canvas';

const SHOWN_PIXELS = 1400;

/** Before and after on one place: the slider says how much of each is seen. */
export function ComparePictures({ before, after }: { before: HTMLCanvasElement; after: Blob }) {
  const t = useTranslations('pictureTools.edit');
  const under = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  const [share, setShare] = useState(50);
  useEffect(() => {
    let isOver = false;
    if (under.current) show(under.current, before, SHOWN_PIXELS);
    void createImageBitmap(after).then((bitmap) => {
      if (!isOver && over.current) show(over.current, bitmap, SHOWN_PIXELS);
      bitmap.close();
    });
    return () => {
      isOver = true;
    };
  }, [before, after]);
  return (
    <div className="picture-compare">
      <div data-part="frame">
        <canvas ref={under} role="img" aria-label={t('before')} />
        <canvas ref={over} role="img" aria-label={t('after')} style={{ clipPath: `inset(0 0 0 ${share}%)` }} />
        <span data-part="edge" style={{ insetInlineStart: `${share}%` }} />
      </div>
      <label className="picture-range">
        <span>{t('before')}</span>
        <output>{t('after')}</output>
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          aria-label={t('share')}
          onChange={(event) => setShare(Number(event.target.value))}
        />
      </label>
    </div>
  );
}
