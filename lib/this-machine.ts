/** Whether an address leads to this machine itself: nobody else reaches it, and plain http to it is no risk. */
export const isThisMachine = (url: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
