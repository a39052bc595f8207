const name = 'subdesk:signed-in-again';

/** Tells the forms of this page that its person is signed in again: what could not be saved can be now. */
export const tellSignedInAgain = (): void => {
  window.dispatchEvent(new Event(name));
};

/** Calls `hear` each time that the person signed in again, until the returned function is called. */
export function onSignedInAgain(hear: () => void): () => void {
  window.addEventListener(name, hear);
  return () => window.removeEventListener(name, hear);
}

/** Until the person is signed in again. */
export const signedInAgain = (): Promise<void> =>
  new Promise((resolve) => window.addEventListener(name, () => resolve(), { once: true }));
