import { useData } from '#platform/web/client/hooks.ts';
import { useDeviceApp } from './use-device-app.ts';

const noModels: never[] = [];

/** The hardware models of the current app, requested once. */
export function useModels() {
  const { calls } = useDeviceApp();
  const query = useData(calls.catalogue.hardware, {}, { staleTime: Number.POSITIVE_INFINITY, silent: true });
  return query.data?.data ?? noModels;
}
