import { sql } from 'kysely';
import { queueCommand } from '#core/commands/server/api.ts';
import { deviceById } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { AccessRoutes } from '../../common/access.ts';
import type { CredentialStore } from '../../common/grant.ts';
import type { SlotRow } from '../../common/lock.ts';
import { holderName } from '../grants/grant-rows.ts';
import { holderFor } from '../grants/holders.ts';
import { assertMayAt, visibleLock } from '../locks.ts';
import { assertKnown, reportedStores } from './lock-codes.ts';

type Routes = Pick<AccessRoutes['lock'], 'slots' | 'resolve' | 'readCodes'>;

/** The slots of a lock: those that the platform has written or will write, and others that the lock lists. */
async function slotRowsOf(tx: Tx, deviceId: number): Promise<SlotRow[]> {
  const { rows } = await sql<SlotRow>`
    SELECT c.store || '-' || c.slot AS id, c.store, c.slot, c.sync AS state, c.reason, c.id AS credential_id, g.id AS grant_id, (SELECT ${holderName} FROM access_holder h WHERE h.id = g.holder_id) AS holder,
           c.activation_at AS "from", c.expiration_at AS "to"
      FROM access_credential c JOIN access_grant g ON g.id = c.grant_id WHERE c.device_id = ${deviceId} AND c.slot IS NOT NULL
    UNION ALL
    SELECT r.store || '-' || l.slot, r.store, l.slot::integer, 'unmanaged', NULL, NULL, NULL, NULL, NULL, NULL
      FROM ${sql.raw(reportedStores)} r, jsonb_object_keys(r.held) l(slot)
     WHERE r.device_id = ${deviceId} AND l.slot <> '1' AND NOT EXISTS (SELECT FROM access_credential c WHERE c.device_id = r.device_id AND c.store = r.store AND c.slot::text = l.slot)
     ORDER BY store DESC, slot`.execute(tx);
  return rows;
}

const kindOf = { codes: 'pin', cards: 'card' } as const satisfies Record<CredentialStore, string>;
const deletions = { codes: 'deleteCode', cards: 'deleteCard' } as const;

/** Gives a code or card that was entered at the lock to a person: a grant without an end, whose number the platform does not know. */
async function adopt(
  tx: Tx,
  app: AppManifest,
  device: { id: number; companyId: number },
  { store, slot }: Pick<SlotRow, 'store' | 'slot'>,
  holderId: number,
): Promise<void> {
  const kind = kindOf[store];
  await sql`
    WITH given AS (
      INSERT INTO access_grant (company_id, app, mode, state, holder_id, starts_at, open, methods)
      VALUES (${device.companyId}, ${app.id}, 'fulltime', 'active', ${holderId}, now(), true, ${[kind]}::text[]) RETURNING id)
    INSERT INTO access_credential (company_id, grant_id, device_id, kind, activation_at, sync, slot, fingerprint)
    SELECT ${device.companyId}, given.id, ${device.id}, ${kind}, now(), 'set', ${slot}, CASE jsonb_typeof(r.held -> ${String(slot)}) WHEN 'string' THEN r.held ->> ${String(slot)} END
      FROM given, ${sql.raw(reportedStores)} r WHERE r.device_id = ${device.id} AND r.store = ${store}`.execute(tx);
}

export function slotHandlers(app: AppManifest): Handlers<Routes> {
  /** A lock at whose site the caller may do this with its codes and cards. */
  const lockOf = async (context: Pick<Context, 'tx' | 'actor'> & { params: { id: number } }, action: string) => {
    const device = await visibleLock(context, app, context.params.id);
    await assertMayAt(context, app, { entity: 'access-token', action, devices: [device.id] });
    return device;
  };
  return {
    async slots(context) {
      const { id } = await lockOf(context, 'read');
      const data = await slotRowsOf(context.tx, id);
      return { data, totalRecords: data.length };
    },
    async resolve(context) {
      const { tx, params, body } = context;
      const device = await lockOf(context, 'update');
      const asked = ({ store, slot }: SlotRow) => store === body.store && slot === params.slot;
      const row = (await slotRowsOf(tx, device.id)).find(asked);
      if (!row) throw refuse(404, 'not-found');
      const fits =
        body.action === 'write' ? row.state === 'drift' || row.state === 'failed' : row.state === 'unmanaged';
      if (!fits) throw refuse(409, 'slot-in-other-state', { state: row.state });
      if (body.action === 'write') {
        await assertKnown(tx, sql`c.id = ${row.credentialId}`);
        await tx
          .updateTable('accessCredential')
          .set({
            sync: 'wanted',
            reason: null,
            attempts: 0,
            nextAttemptAt: sqlNow,
            commandId: null,
          })
          .where('id', '=', row.credentialId)
          .execute();
      } else if (body.action === 'delete') {
        const whole = await deviceById(tx, device.id);
        if (whole)
          await queueCommand({ ...context, actor: null }, app, whole, {
            method: deletions[row.store],
            params: { slot: row.slot },
            replace: true,
          });
      } else {
        if (!body.holder) throw invalid('holder', 'Required');
        await adopt(tx, app, device, row, await holderFor(tx, device.companyId, body.holder));
      }
      return (await slotRowsOf(tx, device.id)).find(asked) ?? null;
    },
    async readCodes(context) {
      const device = await lockOf(context, 'update');
      return queueCommand({ ...context, actor: null }, app, device, { method: 'listCodes', params: {}, replace: true });
    },
  };
}
