import { useSearchParams } from 'react-router';

/** Sets and removes parameters of the address. */
export function useParamsOfAddress() {
  const [params, setParams] = useSearchParams();
  const set = (changes: Record<string, string | null>, { replace = false } = {}) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  return [params, set] as const;
}
