import { describe, expect, it, vi } from 'vitest';
import { NotCarriedOut } from './deed';

describe('what must not be carried out', () => {
  it('is known where it was thrown by another copy of this file, as a build may hold two', async () => {
    vi.resetModules();
    const other = await import('./deed');
    expect(other.NotCarriedOut).not.toBe(NotCarriedOut);
    const thrown: unknown = new other.NotCarriedOut({ kind: 'not-found' });
    expect(thrown).toBeInstanceOf(NotCarriedOut);
    expect(new Error('not carried out')).not.toBeInstanceOf(NotCarriedOut);
    expect(null).not.toBeInstanceOf(NotCarriedOut);
  });
});
