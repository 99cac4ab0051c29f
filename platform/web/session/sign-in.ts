import { tokens, transport } from '../client/connection.ts';
import { clearCache, forgetPages } from '../client/query-client.ts';
import { cachedUser } from './cached-user.ts';
import { resetSession } from './session.ts';
import { sessionStore, storeCustomer } from './session-store.ts';

export type Credentials = { email: string; password: string; code?: string; shortTerm: boolean };

/**
 * Signs in: stores the tokens and clears the cache of the previous person. Rejects with the server's error, without a
 * notice.
 */
export async function signIn({ shortTerm, ...body }: Credentials): Promise<void> {
  const query = new URLSearchParams({ shortTerm: shortTerm ? '1' : '0' });
  const answer = await transport.send({ method: 'POST', path: '/auth/login', query, body, open: true, silent: true });
  const pair = answer.data as { token: string; refreshToken: string };
  storeCustomer(null);
  cachedUser.remove();
  sessionStore.set((before) => ({ ...before, me: null }));
  tokens.keep({ accessToken: pair.token, refreshToken: pair.refreshToken }, 'primary');
  await clearCache();
}

/** Signs out on the server and here, then loads `/`. */
export async function signOut(): Promise<void> {
  try {
    await transport.send({ method: 'POST', path: '/user/logout', silent: true });
  } catch (error) {
    console.warn('The sign-out did not reach the server; its session ends when it expires.', error);
  }
  resetSession();
  // The next person in this tab must not see filters or drafts of this one.
  window.sessionStorage.clear();
  await forgetPages();
  window.location.replace('/');
}
