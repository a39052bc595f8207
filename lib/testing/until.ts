/** Waits until something holds, asking again and again; throws when it does not come to that in `forMs`. */
export async function until(holds: () => boolean | Promise<boolean>, forMs = 20_000): Promise<void> {
  for (const end = Date.now() + forMs; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 25))) {
    if (await holds()) return;
  }
  throw new Error('what was waited for did not come');
}
