import type { Words } from '../layout/words-for';

/** What every dialog of contracts is given; `asked` is told where a deed waits for a second person. */
export type DialogProps<About> = About & { words: Words; close: () => void; asked: (approvalId: string) => void };
