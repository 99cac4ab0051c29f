import { useList } from '#platform/web/client/hooks.ts';
import { api } from './api.ts';

/** How many subscriptions of an app a company has in stock. */
export function useStock(companyId: number, app: string): number {
  const { total = 0 } = useList(api.token.list, {
    limit: 1,
    filter: { app, companyId: String(companyId), status: 'unassigned' },
  });
  return total;
}
