import type { QueryKey } from '@tanstack/react-query';
import type { Device } from '#core/devices/common/device.ts';
import { deviceDesk, fetchDetector } from '#core/devices/web/parts.tsx';
import { structureOptions } from '#core/places/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { listQuery } from '#platform/web/client/hooks.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { loadQueryAhead } from '#platform/web/offline/load-ahead.ts';
import { selectedCustomer, sessionStore } from '#platform/web/session/session-store.ts';
import { devicePaths } from '../common/device-paths.ts';
import { appsWith, deviceAppOf } from './use-device-app.ts';

const mostDevices = 100;

/** For installers: the devices that wait for their installation, newest first, the structures, and the reader of labels. */
export async function loadAhead(): Promise<void> {
  const companyId = selectedCustomer() ?? sessionStore.get().me?.session.user.companyId;
  const apps = appsWith(devicePaths.add);
  if (!companyId || apps.length === 0) return;
  await fetchDetector();
  const request = { limit: mostDevices, sort: { createdAt: 'desc' as const }, filter: { state: 'inventory' } };
  const devices = apps.map((app) => listQuery(queryClient, deviceAppOf(app).calls.device.list, request));
  for (const query of [...devices, structureOptions(companyId)]) await loadQueryAhead(query);
}

/** The records in a kept reply: those of a page of a list, or the one that it is. */
const rowsOf = (reply: unknown): unknown[] =>
  typeof reply === 'object' && reply !== null && 'data' in reply ? [reply.data].flat() : [reply];
const hasSerial = (row: unknown, app: string, serial: string): row is Device =>
  typeof row === 'object' &&
  row !== null &&
  'hardware' in row &&
  'app' in row &&
  row.app === app &&
  'serial' in row &&
  row.serial === serial;

/** Whether a query is about devices: of the app, or of all apps. */
const isOfDevices = ([app, set]: QueryKey, id: string): boolean =>
  (app === id && set === 'device') || (app === deviceDesk.list.keyPrefix[0] && set === deviceDesk.list.keyPrefix[1]);

/** The device with this serial number among those of the app that the browser keeps; the newest reply first. */
export function keptDevice({ id }: AppManifest, serial: string): Device | undefined {
  return queryClient
    .getQueryCache()
    .findAll()
    .filter(({ queryKey }) => isOfDevices(queryKey, id))
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => rowsOf(state.data))
    .find((row) => hasSerial(row, id, serial));
}
