// What a control can reach, how it reads what it is told, and what it says.
import { z } from 'zod';
import type { DialectName } from '../platform/dialect';
import type { Journal } from './journal';
import type { Platform } from './reply';

/** What the controls can reach. */
export type Controlled = Platform & {
  journal: Journal;
  stateDir: string | null;
  dialectName: DialectName;
  /** Where notifications went when the sandbox started, and go after a reset. */
  notifyUrl: string | null;
  /** The same for the merchant in common mode. */
  notifyUrlCommon: string | null;
};

export type ControlAnswer =
  | { status: number; json: unknown }
  | { status: number; html: string; contentSecurityPolicy: string };

export const ok = (json: unknown = { ok: true }): ControlAnswer => ({ status: 200, json });
export const no = (status: number, error: string): ControlAnswer => ({ status, json: { error } });

/** Reads a body with its schema and goes on, or says what is wrong with it. */
export async function withBody<T>(
  schema: z.ZodType<T>,
  body: unknown,
  then: (body: T) => ControlAnswer | Promise<ControlAnswer>,
): Promise<ControlAnswer> {
  const parsed = schema.safeParse(body);
  return parsed.success ? then(parsed.data) : no(400, z.prettifyError(parsed.error));
}
