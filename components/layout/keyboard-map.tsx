'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Keys } from '../ui/kbd';
import { useKey } from './use-key';

type KeyboardMapProps = {
  /** `g` and then `key`. */
  jumps: { key: string; href: string; label: string }[];
  words: { title: string; close: string; search: string; help: string; move: string; open: string; choose: string };
};

/** The link of the next or previous row, from the one that has focus. */
function moveRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main [data-row-link]')];
  const held = document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-row-link]');
  const index = held ? links.indexOf(held) : -1;
  const next = links[index === -1 ? (step === 1 ? 0 : links.length - 1) : index + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** The keys of the frame: `g` and a letter, `/`, `?`, `j`, `k`, `x`. Enter on a row is the browser's own. */
export function KeyboardMap({ jumps, words }: KeyboardMapProps) {
  const router = useRouter();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const jumpingSince = useRef(0);

  useKey((event) => {
    const isJump = event.timeStamp - jumpingSince.current < 1500 && jumpingSince.current > 0;
    jumpingSince.current = event.key === 'g' && !isJump ? event.timeStamp : 0;
    const jump = isJump && jumps.find(({ key }) => key === event.key);
    if (jump) router.push(jump.href);
    else if (event.key === '/') document.querySelector<HTMLElement>('[data-keyboard="search"]')?.focus();
    else if (event.key === '?') setIsHelpOpen(true);
    else if (event.key === 'j') moveRow(1);
    else if (event.key === 'k') moveRow(-1);
    else if (event.key === 'x')
      document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-row-choice]')?.click();
    else return false;
    return true;
  });

  const rows = [
    ...jumps.map(({ key, label }) => ({ keys: `g ${key}`, label })),
    { keys: '/', label: words.search },
    { keys: 'j k', label: words.move },
    { keys: 'Enter', label: words.open },
    { keys: 'x', label: words.choose },
    { keys: '?', label: words.help },
  ];
  return (
    <Dialog
      open={isHelpOpen}
      onClose={() => setIsHelpOpen(false)}
      title={words.title}
      footer={
        <Button data-action="cancel" onClick={() => setIsHelpOpen(false)}>
          {words.close}
        </Button>
      }
    >
      <dl className="facts">
        {rows.map(({ keys, label }) => (
          <div key={keys} className="contents">
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
