/** Addresses that the shell itself goes to. Source: 1-core.md §2. */
export const shellAddresses = {
  main: '/core',
  signIn: '/core/auth/sign-in',
  notOnMobile: '/not-available-on-mobile',
  marketMain: '/core/market/main',
  profile: (id: number | string) => `/core/users/profile/${id}`,
} as const;

/** The layout of the pages that lead to a session; they stand without the apps and tell nothing of themselves. */
export function authLayoutOf(path: string): 'auth' | 'global' | undefined {
  if (path.startsWith('/global/core/auth/')) return 'global';
  return path.startsWith('/core/auth/') ? 'auth' : undefined;
}

/** The sign-in page that afterwards leads to `target`. */
export function signInFor(target: string): string {
  const plain = target === '/' || target === shellAddresses.main || target.startsWith(shellAddresses.signIn);
  return plain ? shellAddresses.signIn : `${shellAddresses.signIn}?redirect=${encodeURIComponent(target)}`;
}

const here = 'https://this.invalid';

/** Where sign-in leads: the redirect parameter when it stays on this site. */
export function targetOf(search: string): string {
  const target = new URLSearchParams(search).get('redirect');
  // "//host", "/\host" and "/<tab>/host" leave the site: what counts is how a browser reads it.
  const read = target?.startsWith('/') ? URL.parse(target, here) : null;
  if (read?.origin !== here || read.pathname.startsWith('//')) return shellAddresses.main;
  return `${read.pathname}${read.search}${read.hash}`;
}
