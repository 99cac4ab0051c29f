import type { storedItem } from './storage.ts';

export type TokenPair = { accessToken: string; refreshToken: string };
/** The secondary pair is of an impersonation session and overrides the primary one. */
export type TokenPairs = { primary?: TokenPair; secondary?: TokenPair; clockOffsetMs?: number };
export type TokenSlot = 'primary' | 'secondary';

type Claims = { exp?: number; iat?: number; sub?: string };

export function claimsOf(token: string): Claims {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
  } catch {
    // A malformed token has no claims and counts as expired.
    return {};
  }
}

/** Stores the token pairs. It reads the storage each time, because other tabs rotate the same refresh token. */
export function createTokens(item: ReturnType<typeof storedItem<TokenPairs>>, now: () => number = Date.now) {
  const all = (): TokenPairs => item.get() ?? {};
  const slot = (): TokenSlot => (all().secondary ? 'secondary' : 'primary');
  const pair = (): TokenPair | undefined => all()[slot()];

  /** Whether the token has not expired by the server's clock, whose offset its last token gave. */
  const isValid = (token: string | undefined): token is string => {
    if (!token) return false;
    const { exp } = claimsOf(token);
    return exp !== undefined && exp * 1000 > now() + (all().clockOffsetMs ?? 0);
  };

  return {
    pair,
    slot,
    /** The key of the stored pairs. */
    key: item.key,
    /** The id of the person of the current pair; undefined without one. */
    person: (): number | undefined => {
      const { sub } = claimsOf(pair()?.accessToken ?? '');
      return sub === undefined ? undefined : Number(sub);
    },
    /** The current access token; undefined when it is invalid or expired. */
    access: (): string | undefined => {
      const token = pair()?.accessToken;
      return isValid(token) ? token : undefined;
    },
    keep(next: TokenPair, as: TokenSlot = slot()): void {
      const { iat } = claimsOf(next.accessToken);
      const clockOffsetMs = iat === undefined ? all().clockOffsetMs : iat * 1000 - now();
      item.set({ ...all(), [as]: next, ...(clockOffsetMs === undefined ? {} : { clockOffsetMs }) });
    },
    /** Removes the secondary pair if there is one, otherwise everything. */
    reset(): void {
      const { secondary: _ended, ...rest } = all();
      if (slot() === 'secondary') item.set(rest);
      else item.remove();
    },
  };
}
export type TokenStore = ReturnType<typeof createTokens>;
