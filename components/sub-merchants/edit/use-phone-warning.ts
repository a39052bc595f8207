'use client';

import { useRef, useState } from 'react';

type Judge = (phone: string) => boolean;

/**
 * Telephone metadata, loaded when the first phone field is entered. It lags behind newly opened ranges, so it only ever
 * warns: `+` and 7 to 15 digits decide (4.1).
 */
export function usePhoneWarning(value: string) {
  const judge = useRef<Promise<Judge> | null>(null);
  const [doubtful, setDoubtful] = useState<string | null>(null);
  const warm = () => {
    judge.current ??= import('libphonenumber-js/min').then(
      ({ isValidPhoneNumber }) => isValidPhoneNumber,
      // A chunk that does not load costs a warning, nothing else; the next visit tries again.
      () => {
        judge.current = null;
        return () => true;
      },
    );
  };
  const look = (phone: string) => {
    const isWritten = /^\+[0-9]{7,15}$/.test(phone);
    if (!isWritten || judge.current === null) return setDoubtful(null);
    void judge.current.then((isValid) => setDoubtful(isValid(phone) ? null : phone));
  };
  return { warm, look, isDoubtful: doubtful !== null && doubtful === value };
}
