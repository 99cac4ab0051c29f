import { sql } from 'kysely';
import { deviceById, queueCommand } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Tx } from '#platform/server/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { AccessRoutes } from '../common/access.ts';
import type { SlotRow } from '../common/lock.ts';
import { holderName } from './grant-rows.ts';
import { holderFor } from './holders.ts';
import { reportedCodes } from './lock-codes.ts';
import { visibleLock } from './locks.ts';

type Routes = Pick<AccessRoutes['lock'], 'slots' | 'resolve' | 'readCodes'>;

/** The slots of a lock: what the platform has written or will, and what else the lock lists. */
async function slotsOf(tx: Tx, deviceId: number): Promise<SlotRow[]> {
  const { rows } = await sql<SlotRow>`
    SELECT c.slot, c.sync AS state, c.reason, c.id AS credential_id, g.id AS grant_id, (SELECT ${holderName} FROM access_holder h WHERE h.id = g.holder_id) AS holder,
           c.activation_at AS "from", c.expiration_at AS "to"
      FROM access_credential c JOIN access_grant g ON g.id = c.grant_id WHERE c.device_id = ${deviceId} AND c.slot IS NOT NULL
    UNION ALL
    SELECT l.slot::integer, 'unmanaged', NULL, NULL, NULL, NULL, NULL, NULL
      FROM ${sql.raw(reportedCodes)} r, jsonb_object_keys(r.codes) l(slot)
     WHERE r.device_id = ${deviceId} AND l.slot <> '1' AND NOT EXISTS (SELECT FROM access_credential c WHERE c.device_id = r.device_id AND c.slot::text = l.slot)
     ORDER BY 1`.execute(tx);
  return rows;
}

/** Gives a code that was entered at the lock to a person: a grant without an end, whose code the platform does not know. */
async function adopt(
  tx: Tx,
  app: AppManifest,
  device: { id: number; companyId: number },
  slot: number,
  holderId: number,
): Promise<void> {
  await sql`
    WITH given AS (
      INSERT INTO access_grant (company_id, app, mode, state, holder_id, starts_at, open, methods)
      VALUES (${device.companyId}, ${app.id}, 'fulltime', 'active', ${holderId}, now(), true, '{pin}') RETURNING id)
    INSERT INTO access_credential (company_id, grant_id, device_id, kind, activation_at, sync, slot, fingerprint)
    SELECT ${device.companyId}, given.id, ${device.id}, 'pin', now(), 'set', ${slot}, CASE jsonb_typeof(r.codes -> ${String(slot)}) WHEN 'string' THEN r.codes ->> ${String(slot)} END
      FROM given, ${sql.raw(reportedCodes)} r WHERE r.device_id = ${device.id}`.execute(tx);
}

export function slotHandlers(app: AppManifest): Handlers<Routes> {
  return {
    async slots(context) {
      const { id } = await visibleLock(context, app, context.params.id);
      const data = await slotsOf(context.tx, id);
      return { data, totalRecords: data.length };
    },
    async resolve(context) {
      const { tx, params, body } = context;
      const device = await visibleLock(context, app, params.id);
      const row = (await slotsOf(tx, device.id)).find(({ slot }) => slot === params.slot);
      if (!row) throw refuse(404, 'not-found');
      const fits =
        body.action === 'write' ? row.state === 'drift' || row.state === 'failed' : row.state === 'unmanaged';
      if (!fits) throw refuse(409, 'slot-in-other-state', { state: row.state });
      if (body.action === 'write')
        await sql`UPDATE access_credential SET sync = 'wanted', reason = NULL, attempts = 0, next_attempt_at = now(), command_id = NULL WHERE id = ${row.credentialId} AND sealed IS NOT NULL`.execute(
          tx,
        );
      else if (body.action === 'delete') {
        const whole = await deviceById(tx, device.id);
        if (whole)
          await queueCommand({ ...context, actor: null }, app, whole, {
            method: 'deleteCode',
            params: { slot: row.slot },
            replace: true,
          });
      } else {
        if (!body.holder) throw invalid('holder', 'Required');
        const holder = 'userId' in body.holder ? body.holder : { ...body.holder, email: undefined, phone: undefined };
        await adopt(tx, app, device, row.slot, await holderFor(tx, device.companyId, holder as never));
      }
      return (await slotsOf(tx, device.id)).find(({ slot }) => slot === params.slot) ?? null;
    },
    async readCodes(context) {
      const device = await visibleLock(context, app, context.params.id);
      return queueCommand({ ...context, actor: null }, app, device, { method: 'listCodes', params: {}, replace: true });
    },
  };
}
