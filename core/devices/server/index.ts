import './tables.ts';
import { holdsPlaces } from '#core/places/server/api.ts';
import { visibleApps } from '#platform/server/kit.ts';
import type { History } from '#platform/server/records/logged-records.ts';
import { serve } from '#platform/server/serve.ts';
import { devices } from '../app.ts';
import { deviceLogKinds } from '../common/device-log.ts';
import { constants } from '../common/meta.ts';
import { demo } from './demo.ts';
import { updateHardware } from './directory.ts';
import { deviceDeskHandlers } from './lists/device-desk.ts';
import { deviceTopics } from './live-topics.ts';
import { loraGatewayHandlers } from './lora-gateways.ts';
import { watchIntake } from './silence/outages.ts';
import { duePaths } from './silence/paths.ts';
import { dueSilence } from './silence/silence.ts';

const loggedTables: History['tables'] = {
  device: { title: ['serial'], silent: ['proven'] },
  lora_gateway: { title: ['eui'] },
};

export const devicesServer = serve(
  devices,
  {
    meta: {
      read: async ({ kit }) => ({
        ...constants,
        apps: visibleApps(kit)
          .filter((app) => app.kind === 'solution')
          .map(({ id, brand, web, api, solutions = [] }) => ({ id, brand, web, api, solutions: [...solutions] })),
      }),
    },
    deskDevice: deviceDeskHandlers,
    loraGateway: loraGatewayHandlers,
  },
  {
    registries: [deviceLogKinds],
    reference: updateHardware,
    topics: deviceTopics,
    listeners: { inTransaction: holdsPlaces({ app: 'devices', what: 'device', table: 'device' }) },
    history: { tables: loggedTables },
    demo,
    dues: [dueSilence, duePaths],
    start: async (kit) => watchIntake(kit),
  },
);
