import { tokens } from '../client/connection.ts';
import { sessionStore } from './session-store.ts';

/**
 * Loads this page again when another tab signs the person out, or somebody else in: it must neither show what the former
 * person saw, nor act with what they left behind. Tabs share the tokens.
 */
export function followPerson(reload: () => void = () => window.location.reload()): void {
  window.addEventListener('storage', ({ key }) => {
    // Without a key, everything that the browser stores was removed.
    if (key !== null && key !== tokens.key) return;
    const { me } = sessionStore.get();
    if (me && me.user.id !== tokens.person()) reload();
  });
}
