import { applicationRows } from './application';
import { subMerchantRows } from './sub-merchant';

/** The table of section 7: rows of every operation that changes something. Printed in the help, tested row by row. */
export const dispositions = [...subMerchantRows, ...applicationRows] as const;

export type DispositionId = (typeof dispositions)[number]['id'];
