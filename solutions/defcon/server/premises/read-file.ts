import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import { scheduleNamed, weekSchedules } from '#core/schedules/server/api.ts';
import { isOpen, type WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Contact, PremisesFile } from '../../common/premises/premises-file.ts';

type StoredContact = Omit<Contact, 'reachable'> & { hours: WeekSchedule | null };

/** The call list of premises, first contact first, without code words. */
async function contactsOf(tx: Tx, premisesId: number): Promise<Contact[]> {
  const { rows } = await sql<StoredContact>`
    SELECT c.id, c.position, c.name, c.phone, c.language, c.code_word_at, c.duress_contact, ${scheduleNamed('c.schedule_id')} AS schedule, ${personNamed('c.user_id')} AS "user",
           (SELECT w.hours FROM ${sql.raw(weekSchedules)} w WHERE w.id = c.schedule_id) AS hours
      FROM defcon_contact c WHERE c.premises_id = ${premisesId} ORDER BY c.position`.execute(tx);
  const now = Date.now();
  return rows.map(({ hours, ...contact }) => ({ ...contact, reachable: hours === null || isOpen(hours, now) }));
}

/** The file of premises that the caller has been checked for. */
export async function readPremisesFile(tx: Tx, premisesId: number): Promise<PremisesFile> {
  const file = await tx
    .selectFrom('defconPremises')
    .select(['structureId', 'plan', 'accessNotes', 'hazards', 'dogs', 'weapons', 'gas'])
    .where('id', '=', premisesId)
    .executeTakeFirstOrThrow();
  return { ...file, contacts: await contactsOf(tx, premisesId) };
}
