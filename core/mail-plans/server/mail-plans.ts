import { sql } from 'kysely';
import { assertUsersOf, personNamed, zoneOfCompany } from '#core/accounts/server/api.ts';
import { alarmKindsByClass } from '#core/alarms/server/api.ts';
import { assertResources } from '#core/permissions/server/api.ts';
import { nextDue } from '#platform/common/time/next-due.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { Invalid, invalid, refuse } from '#platform/server/refuse.ts';
import { type Actor, companyOf, type Handlers } from '#platform/server/serve.ts';
import {
  type MailPlan,
  type MailPlanFields,
  mailPlanList,
  type mailPlanRoutes,
  repeatsOf,
} from '../common/mail-plan.ts';
import { alarmReport, sendPlan } from './digests.ts';

type StoredPlan = Omit<MailPlan, 'resources'> & { resources: string[]; toldUntil: string; zone: string };

async function readPlans(tx: Tx, ids: readonly number[]): Promise<(MailPlan & Pick<StoredPlan, 'toldUntil'>)[]> {
  const plans = await sql<StoredPlan>`
    SELECT s.id, s.company_id, s.app, s.name, s.report, s.frequency, s.time, s.week_days, s.day_of_month, s.resources, s.kinds,
           s.severities::text[] AS severities, s.active, s.next_at, s.sent_at, s.told_until, s.created_at,
           coalesce((SELECT jsonb_agg(${personNamed('m.user_id')} ORDER BY m.user_id)
              FROM notification_schedule_member m WHERE m.schedule_id = s.id), '[]') AS users
      FROM notification_schedule s WHERE s.id = ANY (${ids}::integer[])`.execute(tx);
  const rows = plans.rows.map((row) => ({
    ...row,
    resources: row.resources.map((id) => (id === '*' ? ('*' as const) : Number(id))),
  }));
  return inOrder(ids, rows);
}

async function readPlan(tx: Tx, id: number) {
  const [plans] = await readPlans(tx, [id]);
  if (!plans) throw refuse(404, 'not-found');
  return plans;
}

function assertPlan(kit: Kit, actor: Actor, plan: MailPlanFields): void {
  if (!actor.session.apps.includes(plan.app)) throw refuse(403, 'app-not-held');
  const reports = kit.apps.find(({ id }) => id === plan.app)?.mailReports ?? [];
  if (plan.report !== alarmReport && !reports.includes(plan.report)) throw invalid('report', 'invalid');
  if (plan.frequency === 'weekly' && plan.weekDays.length === 0) throw invalid('weekDays', 'Required');
  const kinds = alarmKindsByClass(kit, plan.app).flatMap(({ kinds }) => kinds);
  const errors = plan.kinds
    .filter((kind) => !kinds.includes(kind))
    .map((kind) => ({ param: `kinds.${kind}`, msg: 'invalid' }));
  if (errors.length > 0) throw new Invalid(errors);
}

/** Writes a plan, its recipients and its next due time. */
async function writePlan(tx: Tx, { id, companyId }: { id: number; companyId: number }, plan: MailPlanFields) {
  const zone = await zoneOfCompany(tx, companyId);
  const next = plan.active ? nextDue(repeatsOf(plan), new Date(), zone) : null;
  await sql`
    UPDATE notification_schedule
       SET name = ${plan.name}, report = ${plan.report}, frequency = ${plan.frequency}, time = ${plan.time}, week_days = ${plan.weekDays}::integer[], day_of_month = ${plan.dayOfMonth},
           resources = ${plan.resources.map(String)}::text[], kinds = ${plan.kinds}::text[], severities = ${plan.severities}::alarm_severity[],
           active = ${plan.active}, next_at = ${next}, zone = ${zone}
     WHERE id = ${id}`.execute(tx);
  await assertUsersOf(tx, companyId, plan.users);
  await sql`DELETE FROM notification_schedule_member WHERE schedule_id = ${id} AND user_id <> ALL (${plan.users}::integer[])`.execute(
    tx,
  );
  await sql`INSERT INTO notification_schedule_member (schedule_id, company_id, user_id)
    SELECT ${id}, ${companyId}, unnest(${plan.users}::integer[]) ON CONFLICT DO NOTHING`.execute(tx);
  return readPlan(tx, id);
}

const defaults = {
  report: alarmReport,
  weekDays: [],
  dayOfMonth: 1,
  resources: ['*' as const],
  kinds: [],
  severities: [],
  users: [],
};

export const mailPlanHandlers: Handlers<typeof mailPlanRoutes> = {
  async list({ tx, list, actor }) {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'notification_schedule',
      spec: mailPlanList,
      query: list,
      scope: actor.scope,
    });
    return { data: await readPlans(tx, ids), totalRecords };
  },
  async create({ tx, kit, actor, body }) {
    const companyId = companyOf(actor);
    const plan = { ...defaults, active: true, ...body };
    assertPlan(kit, actor, plan);
    await assertResources(tx, companyId, [], plan.resources);
    const zone = await zoneOfCompany(tx, companyId);
    const inserted = await tx
      .insertInto('notificationSchedule')
      .values({
        companyId,
        app: plan.app,
        name: plan.name,
        frequency: plan.frequency,
        time: plan.time,
        zone,
        active: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return writePlan(tx, { id: inserted.id, companyId }, plan);
  },
  async history(context) {
    const { id, companyId } = await readPlan(context.tx, context.params.id);
    return changesOf(context, { table: 'notification_schedule', id, companyId });
  },
  async update({ tx, kit, actor, params, body }) {
    await tx.selectFrom('notificationSchedule').select('id').where('id', '=', params.id).forUpdate().execute();
    const before = await readPlan(tx, params.id);
    const plan = { ...before, users: before.users.map((user) => user.id), ...body };
    assertPlan(kit, actor, plan);
    await assertResources(tx, before.companyId, before.resources, plan.resources);
    return writePlan(tx, before, plan);
  },
  async remove({ tx, params }) {
    await readPlan(tx, params.id);
    await tx.deleteFrom('notificationSchedule').where('id', '=', params.id).execute();
    return null;
  },
  async send(context) {
    const { tx, params } = context;
    const { toldUntil, ...plan } = await readPlan(tx, params.id);
    const { id } = plan;
    const recipients = await sendPlan(context, { ...plan, from: toldUntil, until: new Date().toISOString() });
    if (recipients === 0) throw refuse(409, 'nobody-to-tell');
    await tx.updateTable('notificationSchedule').set({ sentByHandAt: sqlNow }).where('id', '=', id).execute();
    return { recipients };
  },
};
