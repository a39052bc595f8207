import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';

// The package is loaded when somebody uses a passkey, not with every page that might ask for one.

/** Has a passkey of this browser sign what is asked; its answer as JSON, or null where the person or the browser used none. */
export async function signByPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON): Promise<string | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON }).then(JSON.stringify, () => null);
}

/** Has this browser make a passkey; its answer as JSON, or null where it made none. */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<string | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON }).then(JSON.stringify, () => null);
}
