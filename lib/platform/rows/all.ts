import { applicationRows } from './application';
import { contractRows } from './contract';
import { deductionRows } from './deduction';
import { subMerchantRows } from './sub-merchant';

/** The table of section 7: rows of every operation that changes something. Printed in the help, tested row by row. */
export const dispositions = [...subMerchantRows, ...applicationRows, ...contractRows, ...deductionRows] as const;

export type DispositionId = (typeof dispositions)[number]['id'];
