import { sql } from 'kysely';
import {
  assertMayLearn,
  companyOfAddress,
  companyTypeOf,
  hasRunningContract,
  isActiveCompany,
} from '#core/accounts/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { lockRecord, takeStep, writeStep } from '#platform/server/records/lifecycle.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import {
  type AssignmentDetail,
  type AssignmentState,
  type AssignmentStep,
  assignmentLifecycle,
  assignmentList,
  type assignmentRoutes,
  offerDays,
} from '../../common/assignments/assignment.ts';
import { changeablePanel } from '../panels/changeable-panel.ts';
import {
  assignmentRows,
  partiesOfCaller,
  readAssignment,
  seenAssignments,
  visibleAssignment,
} from './assignment-rows.ts';
import { endAssignments } from './end-assignments.ts';
import { publishAssignments } from './live-assignments.ts';
import { logWatch } from './log-watch.ts';
import { showTroubles } from './open-troubles.ts';
import { acceptsAtOnce } from './watcher-abilities.ts';

type Stored = {
  id: number;
  companyId: number;
  ownerId: number;
  panelId: number;
  role: 'monitoring' | 'tenant';
  state: AssignmentState;
  fromAt: string;
  untilAt: string | null;
};
type Offer = {
  panelId: number;
  companyId: number;
  role: 'monitoring' | 'tenant';
  zoneIds: number[];
  fromAt?: string | undefined;
  untilAt?: string | null | undefined;
  comment?: string | undefined;
};
type Asking = Pick<Context, 'tx' | 'kit' | 'actor' | 'may' | 'afterCommit'>;

/** Who watches panels, and who rents a part of what they secure. */
const receivers = { monitoring: 'Security Company', tenant: 'Customer' } as const;

async function assertReceiver({ tx, actor }: Asking, { companyId, role }: Offer, ownerId: number): Promise<void> {
  const fits = await bypassRls(tx, actor.scope, async () => {
    const { rows } =
      await sql`SELECT FROM (SELECT ${companyId}::integer AS id) n WHERE ${isActiveCompany('n.id')}`.execute(tx);
    return rows.length > 0 && (await companyTypeOf(tx, companyId)) === receivers[role];
  });
  if (!fits || companyId === ownerId) throw invalid('companyId', 'notFound');
}

/** The company that is named, or in which the owner of an address works. Each that is found is counted, against probing. */
async function withReceiver(
  { tx, kit, actor }: Asking,
  {
    adminEmail,
    companyId,
    ...body
  }: Omit<Offer, 'companyId'> & { adminEmail?: string | undefined; companyId?: number | undefined },
): Promise<Offer> {
  if (companyId !== undefined) return { ...body, companyId };
  if (adminEmail === undefined) throw invalid('companyId', 'Required');
  const found = await bypassRls(tx, actor.scope, async () => {
    const id = await companyOfAddress(tx, adminEmail);
    return id !== null && (await companyTypeOf(tx, id)) === receivers[body.role] ? id : null;
  });
  if (found === null) throw invalid('adminEmail', 'notFound');
  await assertMayLearn(kit, actor.session.user.companyId, 1);
  return { ...body, companyId: found };
}

/** Refuses what another company has already, or was offered, at the same time. The panel is locked. */
async function assertFree(
  { tx, actor }: Asking,
  { panelId, role, zoneIds, fromAt, untilAt }: Offer,
  { among, without = 0 }: { among: readonly AssignmentState[]; without?: number },
): Promise<void> {
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<{ id: number }>`
      SELECT a.id FROM defcon_assignment a
       WHERE a.panel_id = ${panelId} AND a.role = ${role} AND a.state = ANY (${among}) AND a.id <> ${without}
         AND tstzrange(a.from_at, a.until_at) && tstzrange(coalesce(${fromAt ?? null}::timestamptz, now()), ${untilAt ?? null}::timestamptz)
         AND (${role === 'monitoring'} OR a.zones = '{}' OR ${zoneIds.length === 0} OR a.zones && ${zoneIds}::integer[]) LIMIT 1`.execute(
      tx,
    ),
  );
  if (rows.length > 0) throw refuse(409, role === 'monitoring' ? 'already-monitored' : 'already-assigned');
}

async function offer(context: Asking, body: Offer): Promise<AssignmentDetail> {
  const { tx, actor } = context;
  const panel = await changeablePanel(context, body.panelId, 'assign');
  if (panel.service === 'unlinked') throw refuse(409, 'panel-unlinked');
  await assertReceiver(context, body, panel.companyId);
  const { zoneIds, role, companyId, untilAt = null, fromAt } = body;
  if (role === 'monitoring' && zoneIds.length > 0) throw invalid('zoneIds', 'invalid');
  const known = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM defcon_zone WHERE panel_id = ${panel.id} AND id = ANY (${zoneIds}::integer[])`.execute(
    tx,
  );
  if (known.rows[0]?.count !== new Set(zoneIds).size) throw invalid('zoneIds', 'invalid');
  const begins = fromAt ? Date.parse(fromAt) : Date.now();
  if (untilAt !== null && Date.parse(untilAt) <= Math.max(begins, Date.now())) throw invalid('untilAt', 'outOfRange');
  await assertFree(context, body, { among: ['pending', 'accepted'] });
  const id = await bypassRls(tx, actor.scope, async () => {
    const added = await tx
      .insertInto('defconAssignment')
      .values({
        ...{ companyId, ownerId: panel.companyId, panelId: panel.id, zones: zoneIds, role, untilAt },
        ...{ fromAt: new Date(begins).toISOString(), comment: body.comment || null },
        dueAt: new Date(Date.now() + offerDays * 86_400_000).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeStep(tx, 'defcon_assignment', added.id, 'offer');
    // The receiver has agreed to it in its contract.
    if (role === 'monitoring' && (await acceptsAtOnce(tx, companyId, panel.companyId)))
      await accept(context, await lockRecord<Stored>(tx, 'defcon_assignment', added.id), 'system');
    return added.id;
  });
  publishAssignments(context, [{ id, companyId, ownerId: panel.companyId }]);
  return readAssignment(context, id);
}

/** Takes a step of an assignment as the side that the caller is. */
async function step(
  context: Asking & { params: { id: number } },
  name: AssignmentStep,
  work: (record: Stored) => Promise<void>,
): Promise<AssignmentDetail> {
  const { tx, actor, params } = context;
  const sides = await visibleAssignment(context, params.id);
  await bypassRls(tx, actor.scope, async () => {
    // Locked in the order in which an event of the panel locks them.
    const { panelId } = await tx
      .selectFrom('defconAssignment')
      .select('panelId')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow();
    await tx.selectFrom('defconPanel').select('id').where('id', '=', panelId).forNoKeyUpdate().execute();
    const record = await lockRecord<Stored>(tx, 'defcon_assignment', params.id);
    const as = partiesOfCaller(context, sides);
    const { by, from } = assignmentLifecycle.steps[name];
    if (!by.some((party) => party !== 'system' && as.includes(party))) throw refuse(403, 'no-permission');
    if (!from.includes(record.state)) throw refuse(409, 'not-pending', { state: record.state });
    await work(record);
    publishAssignments(context, [record]);
  });
  return readAssignment(context, params.id);
}

/** Takes effect at once, or when its time comes. */
async function accept(context: Asking, record: Stored, as: 'receiver' | 'system' = 'receiver'): Promise<void> {
  const { tx } = context;
  const { id, role, companyId, ownerId, panelId, fromAt, untilAt } = record;
  if (role === 'monitoring' && !(await hasRunningContract(tx, companyId, ownerId))) throw refuse(409, 'no-contract');
  if (untilAt !== null && Date.parse(untilAt) <= Date.now()) throw refuse(409, 'not-pending', { state: record.state });
  const zones = await sql<{ zones: number[] }>`SELECT zones FROM defcon_assignment WHERE id = ${id}`.execute(tx);
  const wanted = { panelId, companyId, role, zoneIds: zones.rows[0]?.zones ?? [], fromAt, untilAt };
  await assertFree(context, wanted, { among: ['accepted'], without: id });
  const begins = Date.parse(fromAt) <= Date.now();
  await takeStep(tx, assignmentLifecycle, record, 'accept', {
    as: [as],
    set: { in_force: begins, due_at: begins ? untilAt : fromAt },
  });
  if (!begins) return;
  await showTroubles(context, [record]);
  await logWatch(tx, 'watched', [record]);
}

export const assignmentHandlers: Handlers<typeof assignmentRoutes> = {
  async list(context) {
    const { tx, actor, list } = context;
    const { side = [], zoneId, ...filters } = list.filters;
    const own = actor.session.user.companyId;
    const asSide = side.map((one) => sql`coalesce(t.company_id = ${own}::integer, false) = ${one === 'receiver'}`);
    const { ids, totalRecords } = await findIds(tx, {
      table: 'defcon_assignment',
      spec: assignmentList,
      query: { ...list, filters },
      scope: actor.scope,
      company: null,
      where: [
        seenAssignments(actor),
        ...(asSide.length > 0 ? [sql`(${sql.join(asSide, sql` OR `)})`] : []),
        ...(zoneId ? [sql`(t.zones = '{}' OR t.zones && ${zoneId}::integer[])`] : []),
      ],
    });
    return { data: await assignmentRows(context, ids), totalRecords };
  },
  get: (context) => readAssignment(context, context.params.id),
  create: async (context) => offer(context, await withReceiver(context, context.body)),
  accept: (context) => step(context, 'accept', (record) => accept(context, record)),
  reject: (context) =>
    step(context, 'reject', (record) =>
      takeStep(context.tx, assignmentLifecycle, record, 'reject', { as: ['receiver'], set: { due_at: null } }),
    ),
  withdraw: (context) =>
    step(context, 'withdraw', (record) =>
      takeStep(context.tx, assignmentLifecycle, record, 'withdraw', { as: ['owner'], set: { due_at: null } }),
    ),
  end: (context) =>
    step(context, 'end', async ({ id }) => {
      await endAssignments(context, sql`t.id = ${id}`, 'ended');
    }),
  assignZone: (context) =>
    offer(context, { ...context.body, panelId: context.params.panelId, zoneIds: [context.params.id] }),
  async unassignZone(context) {
    const { params } = context;
    const panel = await changeablePanel(context, params.panelId, 'assign');
    await endAssignments(context, sql`t.panel_id = ${panel.id} AND t.zones = ARRAY[${params.id}::integer]`, 'ended');
    return null;
  },
};
