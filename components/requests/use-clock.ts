'use client';

import { useEffect, useState } from 'react';

/**
 * The present moment in milliseconds, once a second. It starts from the server's reading and keeps the server's pace, so
 * that a wrong clock in the browser does not show a wrong age. Stands still while `isRunning` is false.
 */
export function useClock(reading: string | undefined, isRunning: boolean): number {
  const [now, setNow] = useState(() => (reading === undefined ? Date.now() : Date.parse(reading)));
  useEffect(() => {
    const ahead = reading === undefined ? 0 : Date.parse(reading) - Date.now();
    const tick = () => setNow(Date.now() + ahead);
    tick();
    if (!isRunning) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [reading, isRunning]);
  return now;
}
