import { sql } from 'kysely';
import { assertUsersOf, personNamed } from '#core/accounts/server/api.ts';
import { clearAlarms, endAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { inVisibleStructure, structureNamed } from '#core/places/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { present } from '#platform/server/clock.ts';
import { doneAtOf } from '#platform/server/http/done-at.ts';
import { lockRecord, recordStepsOf, takeStep } from '#platform/server/records/lifecycle.ts';
import { nextCompanyNumber } from '#platform/server/records/number-series.ts';
import { records } from '#platform/server/records/records.ts';
import { stepHandlers } from '#platform/server/records/step-handlers.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf } from '#platform/server/serve.ts';
import { reopenHours, type ShownVisit, shownVisit, visitLifecycle, visitList } from '../../common/visits/visit.ts';
import { orderReports } from '../documents/order-reports.ts';
import { licenceOfVisit } from '../licences/licence-states.ts';
import { providerNamed } from '../provider-named.ts';
import { assertComplete, assertSigned } from './complete-visit.ts';
import { aboutVisit, missedAt } from './missed-visits.ts';
import { siteFor } from './site-for.ts';

/** The traps at the site of a visit `t`. */
const standing = sql`${sql.raw(deviceFacts)} d WHERE d.app = 'rodent' AND d.structure_id = t.structure_id AND d.state = 'installed'`;

const { read, ...ordinary } = records<ShownVisit>(
  {
    table: 'rodent_visit',
    list: visitList,
    row: shownVisit.omit({
      structure: true,
      technician: true,
      provider: true,
      traps: true,
      checked: true,
      licence: true,
    }),
  },
  {
    select: () => ({
      structure: structureNamed('t.structure_id'),
      technician: personNamed('t.technician_id'),
      provider: providerNamed('t.provider_id'),
      traps: sql`(SELECT count(*)::integer FROM ${standing})`,
      checked: sql`(SELECT count(*)::integer FROM ${standing} AND EXISTS (SELECT FROM rodent_visit_line l WHERE l.visit_id = t.id AND l.device_id = d.id))`,
      licence: licenceOfVisit,
    }),
    seen: (actor) => inVisibleStructure(actor, 't.structure_id'),
    async check(context, after, before) {
      const { tx, actor, body } = context;
      if (before && before.state !== 'planned') throw refuse(409, 'visit-begun', { state: before.state });
      const { structureId, plannedAt, technicianId } = { ...after, ...body } as ShownVisit;
      const companyId = before?.companyId ?? companyOf(actor);
      await siteFor(context, structureId, 'visit', before ? 'update' : 'create');
      const own = actor.session.user.companyId;
      if (technicianId !== null && 'technicianId' in body) await assertUsersOf(tx, own ?? companyId, [technicianId]);
      const times = { missedAt: missedAt(plannedAt) };
      if (before) return times;
      const { number } = await nextCompanyNumber(tx, { series: 'rodent.visit', companyId, prefix: 'V' });
      return { ...times, number, providerId: own !== null && own !== companyId ? own : null };
    },
    changed: async (context, after) =>
      void (await clearAlarms(context, [{ ...aboutVisit(after), kind: 'visit-missed' }])),
    async removing(context, visit) {
      await siteFor(context, visit.structureId, 'visit', 'delete');
      if (visit.state !== 'planned' && visit.state !== 'missed')
        throw refuse(409, 'visit-begun', { state: visit.state });
      await endAlarms(context, [aboutVisit(visit)], 'removed');
    },
  },
);

export { read as readVisit };

/** The visit of the address, if the caller may do this at its site. */
export async function visitFor(context: Parameters<typeof read>[0], action: string): Promise<ShownVisit> {
  const visit = await read(context);
  if (!hasAbilityOn(context.actor.session, 'rodent', 'visit', action, visit.structureId))
    throw refuse(403, 'no-permission');
  return visit;
}

type Row = ShownVisit;
const step = stepHandlers(visitLifecycle, {
  partiesOf: (_context, _row: Row) => ['staff'],
  read: (context, id) => read({ ...context, params: { id } }),
});
/** A step that the caller may take at the site of the visit. */
const stepAs =
  (action: string) =>
  async (context: Pick<Context, 'tx' | 'actor' | 'locale'> & { params: { id: number } }): Promise<void> =>
    void (await visitFor(context, action));
const [mayWork, mayPlan, mayReopen, maySign] = ['work', 'update', 'reopen', 'sign'].map(stepAs) as [
  Guard,
  Guard,
  Guard,
  Guard,
];
type Guard = ReturnType<typeof stepAs>;

/**
 * Starts a visit with its first line, unless it has begun. A line that arrives later and was done before it is the first
 * one. Refuses to add to a visit that is done.
 */
export async function startWith({ tx }: Pick<Context, 'tx'>, id: number, at: string): Promise<Row> {
  const row = await lockRecord<Row>(tx, 'rodent_visit', id);
  if (row.state === 'planned' || row.state === 'missed')
    await takeStep(tx, visitLifecycle, row, 'start', { as: ['staff'], set: { started_at: at } });
  if (row.state === 'signed') throw refuse(409, 'visit-signed');
  if (row.state !== 'in-progress') throw refuse(409, 'visit-done');
  await tx.updateTable('rodentVisit').set({ startedAt: at }).where('id', '=', id).where('startedAt', '>', at).execute();
  return row;
}

export const visitSteps = {
  ...ordinary,
  async steps(context: Parameters<typeof read>[0] & Pick<Context, 'kit'> & { params: { id: number } }) {
    return recordStepsOf(context, 'rodent_visit', (await read(context)).id);
  },
  start: step('start', {
    async before(context) {
      await mayWork(context);
      return { set: { started_at: doneAtOf(context.request).doneAt.toISOString() } };
    },
    after: (context, row) => endMissed(context, row),
  }),
  plan: step('plan', {
    async before(context: StepOf<{ plannedAt: string }>) {
      await mayPlan(context);
      const { plannedAt } = context.body;
      return { detail: { plannedAt }, set: { planned_at: plannedAt, missed_at: missedAt(plannedAt) } };
    },
    after: (context, row) => endMissed(context, row),
  }),
  finish: step('finish', {
    async before(context, row) {
      await mayWork(context);
      await assertComplete(context.tx, row);
      return { set: { ended_at: doneAtOf(context.request).doneAt.toISOString() } };
    },
  }),
  reopen: step('reopen', {
    async before(context: StepOf<{ reason: string }>, { id }) {
      await mayReopen(context);
      const { endedAt } = await read({ ...context, params: { id } });
      if (endedAt && Date.parse(endedAt) + reopenHours * 3_600_000 < present().getTime())
        throw refuse(409, 'visit-too-old', { hours: reopenHours });
      return { detail: context.body, set: { ended_at: null } };
    },
  }),
  sign: step('sign', {
    async before(context: StepOf<{ name: string; signature: string }>, { id, companyId }) {
      await maySign(context);
      const { name, signature } = context.body;
      await assertSigned(context, { id, companyId, signature });
      return { detail: { name }, set: { signed_by: name, signature } };
    },
    after: ({ tx }, { id }) => orderReports(tx, id),
  }),
};
type StepOf<Body> = Pick<Context, 'tx' | 'kit' | 'actor' | 'locale' | 'request' | 'afterCommit'> & {
  params: { id: number };
  body: Body;
};

const endMissed = async (context: Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>, row: Row): Promise<void> =>
  void (await clearAlarms(context, [{ ...aboutVisit(row), kind: 'visit-missed' }]));
