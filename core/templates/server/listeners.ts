import { sql } from 'kysely';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import { unconfirmedConfigs } from '#core/commands/server/api.ts';
import type { DomainEvents, Emitting, Listeners } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { settleWaiting } from './apply.ts';
import { compareDevices } from './compare.ts';
import { detachDevice } from './device-templates.ts';

const kind = 'settings-not-applied';
/** The texts under `errors` of what ended a command. */
const codes = { failed: 'device-error', expired: 'expired', cancelled: 'cancelled' } as const;

/** A configuration that did not reach the device in time raises an alarm; a confirmed one clears it. */
async function configEnded(
  context: Emitting,
  { deviceId, state }: DomainEvents['config-command.ended'],
): Promise<void> {
  const { tx } = context;
  if (state === 'confirmed') {
    const left =
      await sql`SELECT FROM ${sql.raw(unconfirmedConfigs)} u WHERE u.device_id = ${deviceId} LIMIT 1`.execute(tx);
    if (left.rows.length > 0) return;
    await settleWaiting(tx, deviceId, null);
    await clearAlarms(context, [{ deviceId, kind }]);
    return;
  }
  if (state === 'expired') await raiseAlarms(context, [{ deviceId, kind, severity: 'ok' }]);
  await settleWaiting(tx, deviceId, codes[state]);
  await tx.updateTable('deviceTemplate').set({ failure: codes[state] }).where('deviceId', '=', deviceId).execute();
  await compareDevices(context, [deviceId]);
}

export const listeners: Listeners = {
  inTransaction: {
    'config-command.ended': configEnded,
    'device.configured': (context, { id }) => compareDevices(context, [id]),
    'device-rules.changed': (context, { ids }) =>
      bypassRls(context.tx, context.actor.scope, () => compareDevices(context, ids)),
    'device.transferred': (context, { id }) =>
      bypassRls(context.tx, context.actor.scope, () => detachDevice(context, id)),
    'device.uninstalled': async (context, { device, to }) => {
      if (to === 'removed') await bypassRls(context.tx, context.actor.scope, () => detachDevice(context, device.id));
    },
  },
};
