import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import { deviceNamed } from '#core/devices/server/api.ts';
import { floorNamed, spaceNamed, structureNamed } from '#core/places/server/api.ts';
import { hasAbilityOn, resourcesWith } from '#platform/common/ability-resources.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor, Handlers } from '#platform/server/serve.ts';
import { type GivenVerdict, type Hit, type HitVerdict, hitList, type hitRoutes } from '../../common/hit.ts';
import { settledBefore } from '../../common/settled.ts';
import { addVerdicts, isKnown, type LockedHit, lockHits } from './verdicts.ts';

const mayDo = ({ session }: Actor, action: string, { structureId }: { structureId: number | null }) =>
  hasAbilityOn(session, 'rodent', 'hit', action, structureId);

async function hitRows(tx: Tx, ids: readonly number[]): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    SELECT h.id, h.company_id, ${deviceNamed('h.device_id')} AS device, (SELECT t.number FROM rodent_trap t WHERE t.id = h.device_id) AS number,
           ${structureNamed('h.structure_id')} AS structure, ${floorNamed('h.floor_id')} AS floor, ${spaceNamed('h.space_id')} AS space,
           h.kind, h.reported_by, h.at, h.from_at, h.count, h.counter_from, h.counter_to, h.body, h.temperature, h.rearmed_at, h.service, h.self_rearmed, h.mass, h.late,
           h.received_at, h.verdict, h.presumed
      FROM rodent_hit h WHERE h.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, rows);
}

/** Why the caller may not give a verdict; null if allowed. */
function refusalOf(actor: Actor, hit: LockedHit | undefined, given: GivenVerdict): string | null {
  if (!hit || !mayDo(actor, 'read', hit)) return 'not-found';
  if (!mayDo(actor, 'verdict', hit)) return 'no-permission';
  if (isKnown(hit, given)) return null;
  const { isAdmin, adminType } = actor.session.user;
  if (Date.parse(hit.at) < settledBefore(Date.now()) && !isAdmin && adminType === null) return 'verdict-too-old';
  return !hit.presumed && given.reason === undefined ? 'reason-needed' : null;
}

export const hitHandlers: Handlers<typeof hitRoutes> = {
  async list({ tx, actor, list }) {
    const structures = resourcesWith(actor.session, 'rodent', 'hit', 'read');
    const { ids, totalRecords } = await findIds(tx, {
      table: 'rodent_hit',
      spec: hitList,
      query: list,
      scope: actor.scope,
      where: structures === null ? [] : [sql`t.structure_id = ANY (${structures}::integer[])`],
      columns: { mass: sql`t.mass::text`, late: sql`t.late::text` },
    });
    return { data: await hitRows(tx, ids), totalRecords };
  },
  async verdicts({ tx, actor, params }) {
    const hit = await tx.selectFrom('rodentHit').select('structureId').where('id', '=', params.id).executeTakeFirst();
    if (!hit || !mayDo(actor, 'read', hit)) throw refuse(404, 'not-found');
    const { rows } = await sql<HitVerdict>`
      SELECT v.id, v.at, v.verdict, v.species, v.count, v.cause, v.reason, ${personNamed('v.by_id')} AS by, v.presumed, v.visit_id
        FROM rodent_verdict v WHERE v.hit_id = ${params.id} ORDER BY v.id DESC LIMIT 100`.execute(tx);
    return rows;
  },
  async giveVerdict(context) {
    const { tx, actor, params, body } = context;
    const [hit] = await lockHits(context, [params.id]);
    const refusal = refusalOf(actor, hit, body);
    if (!hit || refusal === 'not-found') throw refuse(404, 'not-found');
    if (refusal === 'reason-needed') throw invalid('reason', 'Required');
    if (refusal) throw refuse(403, refusal);
    await addVerdicts(context, [hit], body);
    const [row] = await hitRows(tx, [hit.id]);
    if (!row) throw refuse(404, 'not-found');
    return row;
  },
  async giveVerdicts(context) {
    const { actor, body } = context;
    const { ids, ...given } = body;
    const wanted = [...new Set(ids)];
    const byId = new Map((await lockHits(context, wanted)).map((hit) => [hit.id, hit]));
    const results = wanted.map((id) => ({ id, refused: refusalOf(actor, byId.get(id), given) }));
    await addVerdicts(
      context,
      results.flatMap(({ id, refused }) => (refused === null ? (byId.get(id) ?? []) : [])),
      given,
    );
    return results;
  },
};
