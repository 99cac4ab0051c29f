import { useData } from '#platform/web/client/hooks.ts';
import { useDeviceApp } from './use-device-app.ts';

const noModels: never[] = [];

/** The query of the hardware models of the current app, requested once. */
export function useModelQuery() {
  const { calls } = useDeviceApp();
  return useData(calls.catalogue.hardware, {}, { staleTime: Number.POSITIVE_INFINITY, silent: true });
}

/** The hardware models of the current app; none until they are loaded. */
export const useAppModels = () => useModelQuery().data?.data ?? noModels;
