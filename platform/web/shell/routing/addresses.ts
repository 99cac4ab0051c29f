/** Addresses that the shell navigates to. Source: 1-core.md §2. */
export const shellAddresses = {
  main: '/core',
  signIn: '/core/auth/sign-in',
  notOnMobile: '/not-available-on-mobile',
  marketMain: '/core/market/main',
  profile: (id: number | string) => `/core/users/profile/${id}`,
} as const;

/** The layout of the sign-in pages, which have no route handle. */
export function authLayoutOf(path: string): 'auth' | 'global' | undefined {
  if (path.startsWith('/global/core/auth/')) return 'global';
  return path.startsWith('/core/auth/') ? 'auth' : undefined;
}

/** The address of the sign-in page that returns to `target`. */
export function signInFor(target: string): string {
  const plain = target === '/' || target === shellAddresses.main || target.startsWith(shellAddresses.signIn);
  return plain ? shellAddresses.signIn : `${shellAddresses.signIn}?redirect=${encodeURIComponent(target)}`;
}

const baseUrl = 'https://this.invalid';

/** The address after sign-in: the redirect parameter if it stays on this site. */
export function targetOf(search: string): string {
  const target = new URLSearchParams(search).get('redirect');
  // "//host", "/\host" and "/<tab>/host" leave the site. The parser resolves them as a browser does.
  const read = target?.startsWith('/') ? URL.parse(target, baseUrl) : null;
  if (read?.origin !== baseUrl || read.pathname.startsWith('//')) return shellAddresses.main;
  return `${read.pathname}${read.search}${read.hash}`;
}
