import type { Device } from '#core/devices/common/device.ts';
import { openDetector } from '#core/devices/web/parts.tsx';
import { structureOptions } from '#core/places/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { listQuery } from '#platform/web/client/hooks.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { selectedCustomer, sessionStore } from '#platform/web/session/session-store.ts';
import { loadQueryAhead } from '#platform/web/shell/layout/load-ahead.ts';
import { appsWith, deviceAppOf } from './use-device-app.ts';

const mostDevices = 100;

/** For installers: the devices that wait for their installation, newest first, the structures, and the reader of labels. */
export async function loadAhead(): Promise<void> {
  const companyId = selectedCustomer() ?? sessionStore.get().me?.session.user.companyId;
  const apps = appsWith('devices/add');
  if (!companyId || apps.length === 0) return;
  await openDetector();
  const request = { limit: mostDevices, sort: { createdAt: 'desc' as const }, filter: { state: 'inventory' } };
  const devices = apps.map((app) => listQuery(queryClient, deviceAppOf(app).calls.device.list, request));
  for (const query of [...devices, structureOptions(companyId)]) await loadQueryAhead(query);
}

/** The records in a kept reply: those of a page of a list, or the one that it is. */
const rowsOf = (reply: unknown): unknown[] =>
  typeof reply === 'object' && reply !== null && 'data' in reply ? [reply.data].flat() : [reply];
const hasSerial = (row: unknown, serial: string): row is Device =>
  typeof row === 'object' && row !== null && 'hardware' in row && 'serial' in row && row.serial === serial;

/** The device with this serial number among those of the app that the browser keeps; the newest reply first. */
export function keptDevice({ id }: AppManifest, serial: string): Device | undefined {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: [id, 'device'] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => rowsOf(state.data))
    .find((row) => hasSerial(row, serial));
}
