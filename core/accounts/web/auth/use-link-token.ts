import { useLocation } from 'react-router';

/** What a mailed link brings along. It stands behind the `#`, which browsers send to no server; in older links before it. */
export function useLinkToken(name: 'token' | 'undo' | 'invitation'): string {
  const { hash, search } = useLocation();
  return new URLSearchParams(hash.slice(1)).get(name) ?? new URLSearchParams(search).get(name) ?? '';
}
