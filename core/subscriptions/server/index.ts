import './events.ts';
import './tables.ts';
import { serve } from '#platform/server/serve.ts';
import { subscriptions } from '../app.ts';
import { dueEnds } from './ended-subscriptions.ts';
import { tokenHandlers } from './token-handlers.ts';
import { remindOfTokens } from './token-reminders.ts';
import { tokenTargetHandlers } from './token-targets.ts';
import { activateTokens } from './tokens.ts';

export const subscriptionsServer = serve(
  subscriptions,
  { token: tokenHandlers, tokenTarget: tokenTargetHandlers },
  {
    history: {
      tables: {
        device_token: { title: ['id'], about: ['deviceId'], silent: ['remindedDays', 'blockedLevel', 'endTold'] },
      },
    },
    dues: [dueEnds],
    listeners: { inTransaction: { 'devices.installed': ({ tx }, { ids, by }) => activateTokens(tx, ids, by) } },
    start: async (kit) => {
      // The name of the job is stored in databases.
      if (kit.roles.has('worker'))
        await kit.jobs.schedule('devices.token-reminders', '0 5 * * *', () => remindOfTokens(kit));
      return undefined;
    },
  },
);
