import { useData } from '#platform/web/client/hooks.ts';
import type { Product } from '../../common/product.ts';
import { api } from '../api.ts';

const modelsFreshMs = 300_000;
const mostProducts = 100;

/** The products on sale, of one app or of all. */
export const useProducts = (app?: string) =>
  useData(
    api.product.list,
    { list: { limit: mostProducts, ...(app ? { filter: { app } } : {}) } },
    { silent: true, staleTime: modelsFreshMs },
  );

/** The solutions with a model on sale, of one app or of all. */
export function useSolutions(app?: string) {
  const { data } = useData(api.solution.list, app ? { query: { app } } : {}, {
    silent: true,
    staleTime: modelsFreshMs,
  });
  return (data ?? []).filter(({ offered }) => offered);
}

/** The number of years if the months are whole years, else null. */
export const wholeYears = (months: number): number | null => (months % 12 === 0 ? months / 12 : null);

export const isDevice = (product: Product): product is Product & { hardwareId: number } =>
  product.kind === 'device' && product.hardwareId !== null;
