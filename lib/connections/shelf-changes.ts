import 'server-only';

/** Tells the shelves of this process that what a connection holds was changed here; other processes look by themselves. */
export type ShelfChanges = {
  announce: (connectionId: string) => void;
  listen: (connectionId: string, listener: () => void) => void;
};

export function createShelfChanges(): ShelfChanges {
  const listeners = new Map<string, Set<() => void>>();
  return {
    announce: (connectionId) => {
      for (const listener of listeners.get(connectionId) ?? []) listener();
    },
    listen: (connectionId, listener) => {
      const known = listeners.get(connectionId) ?? new Set();
      listeners.set(connectionId, known.add(listener));
    },
  };
}
