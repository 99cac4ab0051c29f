import { useSearchParams } from 'react-router';

/** The address with another site, or with none; the period is kept. */
export function useSiteSearch(): (id: number | null) => string {
  const [params] = useSearchParams();
  return (id) => {
    const next = new URLSearchParams(params);
    if (id === null) next.delete('site');
    else next.set('site', String(id));
    return `?${next}`;
  };
}
