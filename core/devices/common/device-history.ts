import { z } from 'zod';
import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { placeAt } from '#platform/common/pages/placed-pages.ts';
import { route } from '#platform/common/route.ts';
import { deviceLogLine, logList } from './device-log.ts';

const line = deviceLogLine.extend({
  companyId: z.number(),
  device: z.object({ id: z.number(), name: z.string(), serial: z.string(), solutionId: z.number() }),
});
export type DeviceHistoryLine = z.infer<typeof line>;

export const historyList = {
  ...logList,
  filter: ['kind', 'at', 'deviceId', 'solutionId', 'structureId'],
} as const satisfies ListSpec;

/**
 * What happened to the devices of an app in all logs of the company: installed, moved, replaced, given away. Handlers:
 * `deviceHistoryHandlers`.
 */
export const deviceHistoryRoutes = (app: string) => ({
  list: route.list('/device-log', {
    access: canDo(`${app}.device`, 'read'),
    reply: line,
    list: historyList,
    allClients: true,
  }),
});
export type DeviceHistoryRoutes = ReturnType<typeof deviceHistoryRoutes>;

const historyPath = 'devices/history';

/** The page of the history of an app's devices, by default at its usual path; its component is `deviceHistory`. */
export const deviceHistoryPage = (app: string, path = historyPath, order = 23): Page =>
  placeAt(
    page(historyPath, {
      access: canDo(`${app}.device`, 'read'),
      texts: 'device-app',
      sidebar: 'stock',
      order,
      icon: 'history',
    }),
    path,
  );
