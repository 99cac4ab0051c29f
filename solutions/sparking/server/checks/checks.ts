import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import { clearAlarms } from '#core/alarms/server/api.ts';
import { floorNamed } from '#core/places/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { sendFile, storeFile } from '#platform/server/files/files.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { doneAtOf } from '#platform/server/http/done-at.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { Check, checkRoutes, SlotToCheck } from '../../common/check.ts';
import { aboutSlot } from '../alarms/subjects.ts';
import { isOutOfService } from '../counters/group-tallies.ts';
import { assertMay, isSeenSlot, readableAt } from '../locations/sites.ts';
import { readSlot } from '../locations/slots.ts';
import { tellLocations } from '../plan/live-slots.ts';

const mostShown = 100;

/** The answers about a bay, newest first; with a client id, only the answer that has it. */
async function checksOf(tx: Tx, slotId: number, clientId: string | null = null): Promise<Check[]> {
  const { rows } = await sql<Check>`
    SELECT c.id, c.client_id, c.at, c.received_at, c.stay_from, c.result, c.note, ${personNamed('c.user_id')} AS person,
           ARRAY(SELECT p.id FROM sparking_check_photo p WHERE p.check_id = c.id ORDER BY p.id) AS photos
      FROM sparking_check c WHERE c.space_id = ${slotId} AND (${clientId}::uuid IS NULL OR c.client_id = ${clientId}::uuid)
     ORDER BY c.at DESC, c.id DESC LIMIT ${mostShown}`.execute(tx);
  return rows;
}

/**
 * Ends the alarm about the vehicle that was looked at, if it is still there. The stay remembers it, so that a look that
 * is due at this moment does not raise it.
 */
async function endToCheck(
  context: Emitting,
  slot: { id: number; companyId: number },
  stayFrom: string,
  checkedAt: Date,
): Promise<void> {
  const { rows } = await sql`
    UPDATE sparking_stay s SET raised = CASE WHEN 'to-check' = ANY (s.raised) THEN s.raised ELSE array_append(s.raised, 'to-check') END
     WHERE s.slot_id = ${slot.id} AND s.to_at IS NULL AND (s.from_at <= ${checkedAt.toISOString()}::timestamptz OR s.from_at = ${stayFrom}::timestamptz)
    RETURNING s.id`.execute(context.tx);
  if (rows.length > 0) await clearAlarms(context, [{ ...aboutSlot(slot.companyId, slot.id), kind: 'to-check' }]);
}

export const checkHandlers: Handlers<typeof checkRoutes> = {
  async toCheck({ tx, actor, params: { id } }) {
    const found = await sql`
      SELECT FROM sparking_location t WHERE t.id = ${id} AND ${readableAt(actor, 'slot', 't.id')}`.execute(tx);
    if (found.rows.length === 0) throw refuse(404, 'not-found');
    // An answer counts for the stay that it names even if the clock of the phone is late.
    const { rows } = await sql<SlotToCheck>`
      SELECT t.id, t.number, ${floorNamed('t.floor_id')} AS floor, s.since,
             (SELECT jsonb_build_object('id', g.id, 'name', g.name) FROM sparking_group g WHERE g.id = t.group_id) AS group
        FROM sparking_slot t JOIN sparking_slot_state s ON s.id = t.id AND s.state = 'occupied'
       WHERE t.location_id = ${id} AND t.use = 'people-of-determination' AND ${isSeenSlot(actor)} AND ${isOutOfService} IS NOT TRUE
         AND NOT EXISTS (SELECT FROM sparking_check c WHERE c.space_id = t.id AND (c.at >= s.since OR c.stay_from = s.since))
       ORDER BY t.number, t.id`.execute(tx);
    return rows;
  },
  async list(context) {
    const { id } = await readSlot(context);
    return checksOf(context.tx, id);
  },
  async add(context) {
    const { tx, actor, body, request } = context;
    const { id, companyId: owner, locationId } = await readSlot(context);
    assertMay(actor, 'slot', 'check', locationId);
    const companyId = changeableCompany(actor, owner);
    const { doneAt, receivedAt } = doneAtOf(request, body.at);
    const made = await tx
      .insertInto('sparkingCheck')
      .values({
        ...{ companyId, spaceId: id, clientId: body.clientId, stayFrom: body.stayFrom, result: body.result },
        ...{ at: doneAt.toISOString(), receivedAt: receivedAt.toISOString(), note: body.note || null },
      })
      .onConflict((conflict) => conflict.columns(['companyId', 'clientId']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made && body.photos?.length) {
      const files: number[] = [];
      for (const photo of body.photos) files.push(await storeFile(context, companyId, photo));
      const at = receivedAt.toISOString();
      await tx
        .insertInto('sparkingCheckPhoto')
        .values(files.map((fileId) => ({ companyId, checkId: made.id, fileId, at })))
        .execute();
    }
    if (made) await endToCheck(context, { id, companyId }, body.stayFrom, doneAt);
    const [shown] = await checksOf(tx, id, body.clientId);
    // The id is that of an answer about another bay.
    if (!shown) throw refuse(409, 'check-of-other-bay');
    tellLocations(context, [{ id: locationId, companyId }]);
    return shown;
  },
  photo: (context) =>
    sendFile(context, async (tx) => {
      const { id, locationId } = await readSlot({ ...context, tx });
      assertMay(context.actor, 'slot', 'check', locationId);
      const { rows } = await sql<{ fileId: number }>`
        SELECT p.file_id FROM sparking_check_photo p JOIN sparking_check c ON c.id = p.check_id
         WHERE p.id = ${context.params.photoId} AND c.space_id = ${id}`.execute(tx);
      return rows[0] ?? null;
    }),
};
