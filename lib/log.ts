import 'server-only';
import pino from 'pino';

/** One line of JSON per event, on stdout. Callers give names and ids; values of records have no place here. */
const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime });

/** An error tells its kind, its code and where it was thrown, never its message: that may quote what somebody typed. */
function causeOf(cause: unknown) {
  if (!(cause instanceof Error)) return undefined;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  const frames = cause.stack
    ?.split('\n')
    .filter((line) => line.trim().startsWith('at '))
    .slice(0, 6)
    .map((line) => line.trim());
  return { kind: cause.name, code, frames };
}

export function logEvent({
  what,
  cause,
  ...ids
}: {
  what: string;
  requestId?: string;
  serial?: string;
  reference?: string;
  cause?: unknown;
}): void {
  const line = { ...ids, ...(cause === undefined ? {} : { cause: causeOf(cause) }) };
  if (cause === undefined) logger.info(line, what);
  else logger.error(line, what);
}
