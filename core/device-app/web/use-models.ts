import { useData } from '#platform/web/client/hooks.ts';
import { useDeviceApp } from './use-device-app.ts';

const noModels: never[] = [];

/** The models of the app, asked for once. */
export function useModels() {
  const { calls } = useDeviceApp();
  const found = useData(calls.catalogue.hardware, {}, { staleTime: Number.POSITIVE_INFINITY, silent: true });
  return found.data?.data ?? noModels;
}
