import './tables.ts';
import { counter } from '#platform/server/monitoring/metrics.ts';
import type { History, Recorded } from '#platform/server/records/logged-records.ts';
import { serve } from '#platform/server/serve.ts';
import { commands } from '../app.ts';
import { confirmReported } from './command-confirmation.ts';
import { startCommandSweep } from './command-progress.ts';
import { confirmConfigured } from './config-commands.ts';
import { failCommands } from './queue-command.ts';

const endedCommands = counter('commands_ended', 'Commands by how they ended', ['state']);

const firstParameter = (params: Recorded[string] | undefined) =>
  params && typeof params === 'object' && !Array.isArray(params) ? String(Object.values(params)[0] ?? '') : '';

const loggedTables: History['tables'] = {
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
      'waitsFor',
      'once',
      'trace',
    ],
  },
};

export const commandsServer = serve(
  commands,
  {},
  {
    history: { tables: loggedTables },
    listeners: {
      inTransaction: {
        'device.uninstalled': (context, { device }) => failCommands(context, device.id, 'uninstalled'),
        'device.suspended': (context, { id }) => failCommands(context, id, 'suspended'),
        async 'device.described'(context, { id, values }) {
          if ('config' in values) await confirmConfigured(context, id);
          await confirmReported(context, [{ deviceId: id, values }]);
        },
      },
      afterCommit: {
        'command.ended': (_context, { commands: ended }) => {
          for (const { state } of ended) endedCommands.inc({ state });
        },
      },
    },
    start: async (kit) => (kit.roles.has('worker') ? startCommandSweep(kit) : undefined),
  },
);
