import { sql } from 'kysely';
import { assertUsersOf, personNamed } from '#core/accounts/server/api.ts';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import { visibleDevice } from '#core/devices/server/api.ts';
import { dueBatch } from '#platform/server/due.ts';
import { doneAtOf } from '#platform/server/http/done-at.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { lockRecord, takeStep } from '#platform/server/records/lifecycle.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import {
  type Material,
  type NewMaterial,
  type NewRecommendation,
  type Recommendation,
  recommendationLifecycle,
} from '../../common/visits/records.ts';
import type { ShownVisit } from '../../common/visits/visit.ts';
import { followBait } from '../alarms/baiting.ts';
import { aboutVisit } from './missed-visits.ts';
import { policyOf } from './policy.ts';
import { startWith, visitFor } from './visits.ts';

type Acting = Pick<Context, 'tx' | 'kit' | 'actor' | 'locale' | 'request' | 'afterCommit'> & { params: { id: number } };

/** A product that was put out; toxic ones only where the policy of the site allows them. */
export async function addMaterial(context: Acting & { body: NewMaterial }): Promise<Material> {
  const { tx, actor, body, request } = context;
  const { id, companyId, structureId } = await visitFor(context, 'work');
  const [known] = await materialsOf(tx, id, body.clientId);
  if (known) return known;
  if (body.toxic && (await policyOf(tx, structureId)).poisonFree) throw invalid('toxic', 'poisonFree');
  if (body.deviceId !== null) await visibleDevice(tx, actor, 'rodent', body.deviceId);
  const at = doneAtOf(request, body.at).doneAt.toISOString();
  await startWith(context, id, at);
  const { clientId, deviceId, product, registration, batch, amount, unit, toxic } = body;
  await tx
    .insertInto('rodentMaterial')
    .values({ companyId, visitId: id, clientId, deviceId, at, product, registration, batch, amount, unit, toxic })
    .onConflict((conflict) => conflict.columns(['companyId', 'clientId']).doNothing())
    .execute();
  if (toxic && deviceId !== null) await followBait(context, { deviceId, companyId, structureId });
  const [added] = await materialsOf(tx, id, clientId);
  // It is one of another visit.
  if (!added) throw refuse(409, 'known-elsewhere');
  return added;
}

export async function materialsOf(tx: Tx, visitId: number, clientId: string | null = null): Promise<Material[]> {
  const { rows } = await sql<Material>`
    SELECT m.id, m.client_id, m.device_id, m.at, m.product, m.registration, m.batch, m.amount::float8 AS amount, m.unit, m.toxic,
           ${personNamed('m.user_id')} AS person
      FROM rodent_material m WHERE m.visit_id = ${visitId} AND (${clientId}::uuid IS NULL OR m.client_id = ${clientId}::uuid) ORDER BY m.at, m.id`.execute(
    tx,
  );
  return rows;
}

/** What is to be done at the site, by whom and until when. */
export async function addRecommendation(context: Acting & { body: NewRecommendation }): Promise<Recommendation> {
  const { tx, body } = context;
  const { id, companyId } = await visitFor(context, 'work');
  // Locked, so that it is not signed meanwhile, and several at the same time keep the limit.
  const { state } = await lockRecord<ShownVisit>(tx, 'rodent_visit', id);
  const [known] = await recommendationsOf(tx, id, { clientId: body.clientId });
  if (known) return known;
  if (state === 'signed') throw refuse(409, 'visit-signed');
  if (body.ownerId !== null) await assertUsersOf(tx, companyId, [body.ownerId]);
  const others = await recommendationsOf(tx, id);
  if (others.length >= maxRecommendations) throw refuse(409, 'too-many-recommendations', { count: maxRecommendations });
  const { clientId, text, severity, dueOn, ownerId } = body;
  await tx
    .insertInto('rodentRecommendation')
    .values({ companyId, visitId: id, clientId, text, severity, dueOn, ownerId, overdueAt: endOf(dueOn) })
    .onConflict((conflict) => conflict.columns(['companyId', 'clientId']).doNothing())
    .execute();
  const [added] = await recommendationsOf(tx, id, { clientId });
  if (!added) throw refuse(409, 'known-elsewhere');
  return added;
}
const maxRecommendations = 20;
/** The end of a day in UTC, when what is due on it is overdue. */
const endOf = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString();

type Wanted = { clientId?: string; id?: number };
export async function recommendationsOf(
  tx: Tx,
  visitId: number,
  { clientId, id }: Wanted = {},
): Promise<Recommendation[]> {
  const { rows } = await sql<Recommendation>`
    SELECT r.id, r.client_id, r.text, r.severity, r.due_on, r.owner_id, r.state, r.state = 'open' AND r.due_on < rasid_today() AS overdue,
           ${personNamed('r.owner_id')} AS owner
      FROM rodent_recommendation r
     WHERE r.visit_id = ${visitId} AND (${clientId ?? null}::uuid IS NULL OR r.client_id = ${clientId ?? null}::uuid)
       AND (${id ?? null}::integer IS NULL OR r.id = ${id ?? null}::integer)
     ORDER BY r.due_on, r.id`.execute(tx);
  return rows;
}

/** The step of a recommendation; the alarm of the visit ends with the last one that is overdue. */
export const recommendationStep =
  (step: 'done' | 'reject') =>
  async (
    context: Acting & { params: { recommendationId: number }; body: { note?: string; reason?: string } },
  ): Promise<Recommendation> => {
    const { tx, params, body } = context;
    const visit = await visitFor(context, 'follow');
    const { id } = visit;
    const [known] = await recommendationsOf(tx, id, { id: params.recommendationId });
    if (!known) throw refuse(404, 'not-found');
    const row = await lockRecord<{ id: number }>(tx, 'rodent_recommendation', known.id);
    await takeStep(tx, recommendationLifecycle, row, step, { as: ['staff'], detail: body, set: { overdue_at: null } });
    const left = await recommendationsOf(tx, id);
    if (!left.some(({ overdue }) => overdue))
      await clearAlarms(context, [{ ...aboutVisit(visit), kind: 'action-overdue' }]);
    return (await recommendationsOf(tx, id, { id: known.id }))[0] as Recommendation;
  };

type Due = { id: number; companyId: number; visitId: number };
/** An alarm of each visit with recommendations that nobody has followed in time. */
export const dueRecommendations = dueBatch<Due>(
  'rodent.recommendations',
  { table: 'rodent_recommendation', at: 'overdue_at', where: sql`state = 'open'` },
  200,
  async (context, due) => {
    const { rows } = await sql<{ id: number; companyId: number; structureId: number; number: string }>`
      SELECT v.id, v.company_id, v.structure_id, v.number FROM rodent_visit v
       WHERE v.id = ANY (${due.map(({ visitId }) => visitId)}::integer[])`.execute(context.tx);
    await raiseAlarms(
      context,
      rows.map(({ number, structureId, ...visit }) => ({
        ...aboutVisit(visit),
        kind: 'action-overdue',
        severity: 'poor',
        name: number,
        structureId,
      })),
    );
    await sql`UPDATE rodent_recommendation SET overdue_at = NULL WHERE id = ANY (${due.map(({ id }) => id)}::integer[])`.execute(
      context.tx,
    );
  },
);
