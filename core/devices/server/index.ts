import './tables.ts';
import { visibleApps } from '#platform/server/kit.ts';
import { counter } from '#platform/server/monitoring/metrics.ts';
import type { History, Recorded } from '#platform/server/records/logged-records.ts';
import { serve } from '#platform/server/serve.ts';
import { devices } from '../app.ts';
import { constants } from '../common/meta.ts';
import { startCommandSweep } from './commands/command-progress.ts';
import { demo } from './demo.ts';
import { updateHardware } from './directory.ts';
import { deviceDeskHandlers } from './lists/device-desk.ts';
import { deviceTopics } from './live-topics.ts';
import { loraGatewayHandlers } from './lora-gateways.ts';

const endedCommands = counter('commands_ended', 'Commands by how they ended', ['state']);

const firstParameter = (params: Recorded[string] | undefined) =>
  params && typeof params === 'object' && !Array.isArray(params) ? String(Object.values(params)[0] ?? '') : '';

const loggedTables: History['tables'] = {
  device: { title: ['serial'], silent: ['proven'] },
  lora_gateway: { title: ['eui'] },
  device_check: { title: ['kind'], about: ['deviceId'], silent: ['userId'] },
  device_command: {
    text: { section: 'commands', keys: ({ method, params }) => [method, firstParameter(params) || null] },
    about: ['deviceId'],
    words: { state: 'values.commandState', method: 'commands' },
    silent: [
      'subject',
      'first',
      'expected',
      'confirmSeconds',
      'confirmBy',
      'unfollowed',
      'sentAt',
      'sendBy',
      'once',
      'trace',
    ],
  },
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
    reference: updateHardware,
    topics: deviceTopics,
    history: { tables: loggedTables },
    listeners: {
      afterCommit: {
        'command.ended': (_context, { commands }) => {
          for (const { state } of commands) endedCommands.inc({ state });
        },
      },
    },
    demo,
    start: async (kit) => {
      if (!kit.roles.has('worker')) return undefined;
      return startCommandSweep(kit);
    },
  },
);
