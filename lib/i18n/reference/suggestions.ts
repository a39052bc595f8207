// Codes with English names, fetched when a field that wants them is entered. Help, never a rule (NOTICE.md).

export type Suggestion = { value: string; label: string };

const asSuggestions = (rows: string[][]): Suggestion[] => rows.map(([value = '', label = '']) => ({ value, label }));

/** Merchant category codes. */
export const merchantCategories = async (): Promise<Suggestion[]> =>
  asSuggestions((await import('./mcc.json')).default);

/** Business categories, as far as they are public. */
export const businessCategories = async (): Promise<Suggestion[]> =>
  asSuggestions((await import('./business-categories.json')).default);
