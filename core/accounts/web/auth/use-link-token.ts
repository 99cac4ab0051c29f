import { useLocation } from 'react-router';

/** The token of a mailed link. It is after the `#`, which browsers do not send to servers; in older links before it. */
export function useLinkToken(name: 'token' | 'undo' | 'invitation'): string {
  const { hash, search } = useLocation();
  return new URLSearchParams(hash.slice(1)).get(name) ?? new URLSearchParams(search).get(name) ?? '';
}
