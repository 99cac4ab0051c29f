import { type RawBuilder, sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { hasAbilityOn, resourcesWith } from '#platform/common/ability-resources.ts';
import { possibleSteps } from '#platform/common/lifecycle/lifecycle.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { recordStepsOf } from '#platform/server/records/lifecycle.ts';
import { inCompanies, inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import {
  type Assignment,
  type AssignmentDetail,
  type AssignmentSide,
  assignment,
  assignmentLifecycle,
} from '../../common/assignments/assignment.ts';
import { panel } from '../../common/panel/panel.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>;
type Sides = { ownerId: number; companyId: number; structureId: number | null };
type Found = Omit<Assignment, 'side' | 'allowed'> & Sides;

/** Those who act for the owner of the panel are on its side. */
export function sideOf({ session: { user } }: Pick<Actor, 'session'>, { companyId }: Sides): AssignmentSide {
  if (user.adminType !== null) return 'platform';
  return user.companyId === companyId ? 'receiver' : 'owner';
}

/** Sites are those of the owner; the receiver needs the ability for all of its own. */
const siteOf = (side: AssignmentSide, { structureId }: Sides) => (side === 'receiver' ? null : structureId);

/** The condition that the caller sees the assignment `t`, which the policy has as well. */
export function seenAssignments(actor: Actor): RawBuilder<unknown> {
  const { scope, session } = actor;
  const sites = resourcesWith(session, 'defcon', 'assignment', 'read');
  const atSites = sites
    ? sql`t.panel_id IN (SELECT d.id FROM ${sql.raw(deviceFacts)} d WHERE d.structure_id = ANY (${sites}::integer[]))`
    : sql`true`;
  return sql`((${inCompanies(scope, 'owner_id')} AND ${atSites}) OR (${inCompanies(scope, 'company_id')} AND ${sites === null}))`;
}

/** The steps that the caller may take. */
export function partiesOfCaller(
  { actor, may }: Pick<Reading, 'actor' | 'may'>,
  sides: Sides,
): ('owner' | 'receiver')[] {
  const { session } = actor;
  const side = sideOf(actor, sides);
  const acts = (company: number) => session.user.adminType === 'Super Admin' || session.actingFor === company;
  if (side === 'receiver')
    return may(assignment.can('answer')) &&
      hasAbilityOn(session, 'defcon', 'assignment', 'answer', null) &&
      acts(sides.companyId)
      ? ['receiver']
      : [];
  return may(panel.can('assign')) &&
    hasAbilityOn(session, 'defcon', 'panel', 'assign', sides.structureId) &&
    acts(sides.ownerId)
    ? ['owner']
    : [];
}

const companyNamed = (column: string) =>
  sql`jsonb_build_object('id', ${sql.ref(column)}, 'name', company_called(${sql.ref(column)}))`;

/** Assignments in the order of the ids. Runs as the role that sees all rows. */
async function stored(tx: Tx, ids: readonly number[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    SELECT t.id, t.role, t.state, t.in_force, t.from_at, t.until_at, t.comment, t.created_at, t.owner_id, t.company_id, d.structure_id,
           jsonb_build_object('id', d.id, 'name', d.name) AS panel, ${structureNamed('d.structure_id')} ->> 'name' AS site,
           ${companyNamed('t.owner_id')} AS owner, ${companyNamed('t.company_id')} AS company,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', z.id, 'number', z.number, 'name', z.name, 'open', z.open, 'tamper', z.tamper, 'fault', z.fault,
                                      'missing', z.missing, 'bypassed', z.bypassed) ORDER BY z.number)
                       FROM defcon_zone z WHERE z.panel_id = t.panel_id AND z.id = ANY (t.zones)), '[]') AS zones
      FROM defcon_assignment t JOIN ${sql.raw(deviceFacts)} d ON d.id = t.panel_id WHERE t.id = ANY (${ids}::integer[])`.execute(
    tx,
  );
  return inOrder(ids, rows);
}

/** Assignments that the caller sees, in the order of the ids. */
export async function assignmentRows(context: Reading, ids: readonly number[]): Promise<Assignment[]> {
  const { tx, actor } = context;
  const found = await bypassRls(tx, actor.scope, () => stored(tx, ids));
  return found.map(({ ownerId, companyId, structureId, ...row }) => {
    const sides = { ownerId, companyId, structureId };
    return {
      ...row,
      side: sideOf(actor, sides),
      allowed: possibleSteps(assignmentLifecycle, row.state, partiesOfCaller(context, sides)),
    };
  });
}

/** The sides of an assignment that the caller sees; refuses with 404. */
export async function visibleAssignment({ tx, actor }: Reading, id: number): Promise<Sides & { id: number }> {
  const found = await tx.selectFrom('defconAssignment').select('id').where('id', '=', id).executeTakeFirst();
  const [row] = found ? await bypassRls(tx, actor.scope, () => stored(tx, [id])) : [];
  if (!row) throw refuse(404, 'not-found');
  const site = siteOf(sideOf(actor, row), row);
  if (!hasAbilityOn(actor.session, 'defcon', 'assignment', 'read', site)) throw refuse(404, 'not-found');
  return row;
}

export async function readAssignment(context: Reading, id: number): Promise<AssignmentDetail> {
  await visibleAssignment(context, id);
  const [row] = await assignmentRows(context, [id]);
  if (!row) throw refuse(404, 'not-found');
  return { ...row, steps: await recordStepsOf(context, 'defcon_assignment', id) };
}
