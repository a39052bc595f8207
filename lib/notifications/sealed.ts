import 'server-only';

/** What the sealed parts of a notification are bound to: moved to another row or body, they do not open. */
export const contentAbout = (rowId: string) => `notification ${rowId} content`;
export const bodyAbout = (rowId: string, bodySha256: string) => `notification ${rowId} body ${bodySha256}`;
export const discrepancyAbout = (rowId: string, contentSha256: string) => `discrepancy ${rowId} ${contentSha256}`;
