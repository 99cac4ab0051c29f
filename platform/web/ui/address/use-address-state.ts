import { useCallback, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/**
 * State that the address stores. The address changes in a transition, which a busy page delays: until it says what was
 * set last, that is the state, so that whatever a person does meanwhile builds on it. `write` returns the parameters of
 * a state, given those of the address before.
 */
export function useAddressState<State>(
  inAddress: State,
  {
    isSame,
    write,
  }: {
    isSame(a: State, b: State): boolean;
    write(state: State, before: URLSearchParams): URLSearchParams;
  },
): [State, (next: State, options?: { replace?: boolean }) => void] {
  const [, setParams] = useSearchParams();
  const { key: visit } = useLocation();
  const [pending, setPending] = useState<{ visit: string; state: State } | null>(null);
  const isShown = pending !== null && (pending.visit === visit || isSame(pending.state, inAddress));
  const set = useCallback(
    (next: State, { replace = false } = {}) => {
      setPending({ visit, state: next });
      setParams((before) => write(next, before), { replace, preventScrollReset: true });
    },
    [visit, setParams, write],
  );
  return [isShown ? pending.state : inAddress, set];
}
