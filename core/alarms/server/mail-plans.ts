import { sql } from 'kysely';
import { assertUsersOf, companyZone, personNamed } from '#core/accounts/server/api.ts';
import { assertResources } from '#core/permissions/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import { changesOf } from '#platform/server/history.ts';
import type { Kit } from '#platform/server/kit.ts';
import { Invalid, invalid, refuse } from '#platform/server/refuse.ts';
import { findIds, inOrder } from '#platform/server/rows.ts';
import { type Actor, companyOf, type Handlers } from '#platform/server/serve.ts';
import { type MailPlan, type MailPlanFields, mailPlanList, type mailPlanRoutes } from '../common/mail-plan.ts';
import { mailDigest } from './digests.ts';
import { nextDue } from './next-due.ts';
import { kindsOf } from './notification-groups.ts';

type Stored = Omit<MailPlan, 'resources'> & { resources: string[]; toldUntil: string; zone: string };

async function read(tx: Tx, ids: readonly number[]): Promise<(MailPlan & Pick<Stored, 'toldUntil'>)[]> {
  const found = await sql<Stored>`
    SELECT s.id, s.company_id, s.app, s.name, s.frequency, s.time, s.week_days, s.day_of_month, s.resources, s.kinds,
           s.severities::text[] AS severities, s.active, s.next_at, s.sent_at, s.told_until, s.created_at,
           coalesce((SELECT jsonb_agg(${personNamed('m.user_id')} ORDER BY m.user_id)
              FROM notification_schedule_member m WHERE m.schedule_id = s.id), '[]') AS users
      FROM notification_schedule s WHERE s.id = ANY (${ids}::integer[])`.execute(tx);
  const rows = found.rows.map((row) => ({
    ...row,
    resources: row.resources.map((id) => (id === '*' ? ('*' as const) : Number(id))),
  }));
  return inOrder(ids, rows);
}

async function readOne(tx: Tx, id: number) {
  const [found] = await read(tx, [id]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}

function assertPlan(kit: Kit, actor: Actor, wanted: MailPlanFields): void {
  if (!actor.session.apps.includes(wanted.app)) throw refuse(403, 'app-not-held');
  if (wanted.frequency === 'weekly' && wanted.weekDays.length === 0) throw invalid('weekDays', 'Required');
  const known = kindsOf(kit, wanted.app).flatMap(({ kinds }) => kinds);
  const errors = wanted.kinds
    .filter((kind) => !known.includes(kind))
    .map((kind) => ({ param: `kinds.${kind}`, msg: 'invalid' }));
  if (errors.length > 0) throw new Invalid(errors);
}

async function zoneOf(tx: Tx, companyId: number): Promise<string> {
  const found = await sql<{
    zone: string;
  }>`SELECT ${companyZone('asked.id')} AS zone FROM (SELECT ${companyId}::integer AS id) asked`.execute(tx);
  return found.rows[0]?.zone ?? 'UTC';
}

/** Brings a plan to what is wanted; when it is due next follows from it. */
async function write(tx: Tx, { id, companyId }: { id: number; companyId: number }, wanted: MailPlanFields) {
  const zone = await zoneOf(tx, companyId);
  const next = wanted.active ? nextDue(wanted, new Date(), zone) : null;
  await sql`
    UPDATE notification_schedule
       SET name = ${wanted.name}, frequency = ${wanted.frequency}, time = ${wanted.time}, week_days = ${wanted.weekDays}::integer[], day_of_month = ${wanted.dayOfMonth},
           resources = ${wanted.resources.map(String)}::text[], kinds = ${wanted.kinds}::text[], severities = ${wanted.severities}::alarm_severity[],
           active = ${wanted.active}, next_at = ${next}, zone = ${zone}
     WHERE id = ${id}`.execute(tx);
  await assertUsersOf(tx, companyId, wanted.users);
  await sql`DELETE FROM notification_schedule_member WHERE schedule_id = ${id} AND user_id <> ALL (${wanted.users}::integer[])`.execute(
    tx,
  );
  await sql`INSERT INTO notification_schedule_member (schedule_id, company_id, user_id)
    SELECT ${id}, ${companyId}, unnest(${wanted.users}::integer[]) ON CONFLICT DO NOTHING`.execute(tx);
  return readOne(tx, id);
}

const usual = { weekDays: [], dayOfMonth: 1, resources: ['*' as const], kinds: [], severities: [], users: [] };

export const mailPlanHandlers: Handlers<typeof mailPlanRoutes> = {
  async list({ tx, list, actor }) {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'notification_schedule',
      spec: mailPlanList,
      query: list,
      scope: actor.scope,
    });
    return { data: await read(tx, ids), totalRecords };
  },
  async create({ tx, kit, actor, body }) {
    const companyId = companyOf(actor);
    const wanted = { ...usual, active: true, ...body };
    assertPlan(kit, actor, wanted);
    await assertResources(tx, companyId, [], wanted.resources);
    const zone = await zoneOf(tx, companyId);
    const made = await sql<{ id: number }>`
      INSERT INTO notification_schedule (company_id, app, name, frequency, time, zone, active)
      VALUES (${companyId}, ${wanted.app}, ${wanted.name}, ${wanted.frequency}, ${wanted.time}, ${zone}, false) RETURNING id`.execute(
      tx,
    );
    return write(tx, { id: made.rows[0]?.id as number, companyId }, wanted);
  },
  async history(context) {
    const { id, companyId } = await readOne(context.tx, context.params.id);
    return changesOf(context, { table: 'notification_schedule', id, companyId });
  },
  async update({ tx, kit, actor, params, body }) {
    await sql`SELECT id FROM notification_schedule WHERE id = ${params.id} FOR UPDATE`.execute(tx);
    const before = await readOne(tx, params.id);
    const wanted = { ...before, users: before.users.map((one) => one.id), ...body };
    assertPlan(kit, actor, wanted);
    await assertResources(tx, before.companyId, before.resources, wanted.resources);
    return write(tx, before, wanted);
  },
  async remove({ tx, params }) {
    await readOne(tx, params.id);
    await sql`DELETE FROM notification_schedule WHERE id = ${params.id}`.execute(tx);
    return null;
  },
  async send({ tx, kit, params }) {
    const { id, name, app, toldUntil } = await readOne(tx, params.id);
    const recipients = await mailDigest(tx, kit, { id, name, app, from: toldUntil, until: new Date().toISOString() });
    if (recipients === 0) throw refuse(409, 'nobody-to-tell');
    await sql`UPDATE notification_schedule SET sent_by_hand_at = now() WHERE id = ${id}`.execute(tx);
    return { recipients };
  },
};
