'use client';

import { AskedNotice } from '../approvals/asked-notice';
import { WithWords } from '../layout/with-words';
import type { Words } from '../layout/words-for';

/** Asked for: where it waits, with the words that come late. */
export function Asked({ words, ...asked }: { connection: string; approvalId: string; words: Words }) {
  return (
    <WithWords words={words}>
      <AskedNotice {...asked} />
    </WithWords>
  );
}
