/** Addresses that the shell navigates to. */
export const shellAddresses = {
  /** Leads to the person's first page. */
  first: '/',
  main: '/core',
  signIn: '/core/auth/sign-in',
  notOnMobile: '/not-available-on-mobile',
  profile: (id: number | string) => `/core/users/profile/${id}`,
} as const;

/** The prefix of the addresses of visitors. */
export const globalPrefix = '/global';

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

/** The address after sign-in: the redirect parameter if it stays on this site, else the person's first page. */
export const targetOf = (search: string): string =>
  ownAddress(new URLSearchParams(search).get('redirect')) ?? shellAddresses.first;

/** An address of this site; null for any other text. */
export function ownAddress(target: string | null): string | null {
  // "//host", "/\host" and "/<tab>/host" leave the site. The parser resolves them as a browser does.
  const read = target?.startsWith('/') ? URL.parse(target, baseUrl) : null;
  if (read?.origin !== baseUrl || read.pathname.startsWith('//')) return null;
  return `${read.pathname}${read.search}${read.hash}`;
}
