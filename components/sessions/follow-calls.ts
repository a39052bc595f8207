/** A refusal as it stands in the answer of an action: nothing else that is said to a page is written so. */
const refusal = /"kind":"signed-out"/;

type Followed = {
  /** Who opened the page. */
  staffId: string;
  onSignedOut: () => void;
  /**
   * Until the page may be drawn anew: without a session it would give way to the one for signing in. `isRedraw`: it is the
   * page that is open, which somebody may be at work in, and not one that they go to.
   */
  mayDraw: (isRedraw: boolean) => Promise<void>;
};

/** Whether a page is asked for that is open already. */
function isOpenPage(input: RequestInfo | URL): boolean {
  const { href, pathname, search } = window.location;
  const asked = new URL(input instanceof Request ? input.url : input, href);
  // The framework's own, against caches.
  asked.searchParams.delete('_rsc');
  return asked.pathname === pathname && asked.searchParams.toString() === new URLSearchParams(search).toString();
}

/**
 * Follows the calls of this page to the console: every action is told who opened the page, so that it does nothing in the
 * name of somebody who signed in since, and `onSignedOut` is called when one of them, or a route, answers that nobody is
 * signed in. Here, in one place: a form that asked for it itself would be one that can forget it. Answers what ends it.
 */
export function followCalls({ staffId, onSignedOut, mayDraw }: Followed): () => void {
  const browsers = window.fetch;
  const followed: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const isAction = headers.has('next-action');
    if (isAction) headers.set('X-Opened-By', staffId);
    if (headers.has('rsc')) await mayDraw(!headers.has('next-router-prefetch') && isOpenPage(input));
    const answer = await browsers(input, isAction ? { ...init, headers } : init);
    if (answer.status === 401) onSignedOut();
    else if (isAction) {
      // Read beside whoever called: the answer is theirs.
      void answer
        .clone()
        .text()
        .then((text) => refusal.test(text) && onSignedOut())
        .catch(() => {});
    }
    return answer;
  };
  window.fetch = followed;
  return () => {
    if (window.fetch === followed) window.fetch = browsers;
  };
}
