import { useData } from '#platform/web/client/hooks.ts';
import { api } from './api.ts';

const mostShown = 100;

/** The devices of a model in the inventory of the current company, the oldest first. */
export const useDevicesInStock = (hardwareId: number, search: string) =>
  useData(
    api.stock.list,
    {
      list: {
        limit: mostShown,
        total: false,
        filter: { hardwareId: String(hardwareId) },
        ...(search ? { search } : {}),
      },
    },
    { silent: true, placeholderData: (before) => before },
  );

/** The stock of the current company: devices by model, and subscriptions. */
export const useStockOfCompany = () => useData(api.stock.read, {}, { silent: true });
