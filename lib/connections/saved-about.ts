import 'server-only';

/** What the sealed keys of a saved connection are bound to: a copied cell does not open elsewhere. */
export const privateKeyAbout = (connectionId: string) => `connection ${connectionId} private key`;
export const savedApiKeyAbout = (connectionId: string) => `connection ${connectionId} api key`;
