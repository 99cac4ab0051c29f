import { sql } from 'kysely';
import { visibleDevice } from '#core/devices/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { trapRoutes } from '../../common/trap-routes.ts';
import { factsOfTraps, findTraps } from './trap-rows.ts';
import { findTrapSites } from './trap-sites.ts';

/** Refuses a number that another trap of the structure has. Numbers of a structure are given one after the other. */
async function assertFree(tx: Tx, id: number, structureId: number | null, number: number): Promise<void> {
  if (structureId === null) return;
  await sql`SELECT pg_advisory_xact_lock(hashtext('numbers of traps'), ${structureId}::integer)`.execute(tx);
  const taken = await tx
    .selectFrom('rodentTrap')
    .select('id')
    .where('structureId', '=', structureId)
    .where('number', '=', number)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (taken) throw invalid('number', 'numberTaken');
}

export const trapHandlers: Handlers<typeof trapRoutes> = {
  list: ({ tx, actor, list }) => findTraps(tx, actor, list),
  sites: findTrapSites,
  facts: ({ tx, actor }) => factsOfTraps(tx, actor),
  async update({ tx, actor, may, params, body }) {
    const { id, companyId, structureId, state } = await visibleDevice(tx, actor, 'rodent', params.id);
    if (state !== 'installed') throw refuse(404, 'not-found');
    const mayAll =
      may(canDo('rodent.device', 'update')) && hasAbilityOn(actor.session, 'rodent', 'device', 'update', structureId);
    const isAllowed = mayAll || hasAbilityOn(actor.session, 'rodent', 'trap', 'update', structureId);
    if (!isAllowed || (!mayAll && Object.keys(body).some((field) => field !== 'lure')))
      throw refuse(403, 'no-permission');
    if (typeof body.number === 'number') await assertFree(tx, id, structureId, body.number);
    if (Object.keys(body).length > 0)
      await tx
        .insertInto('rodentTrap')
        .values({ id, companyId, structureId, ...body })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(body))
        .execute();
    const query = { limit: 1, skip: 0, total: false, filters: { id: [String(id)] }, ranges: {} };
    const [trap] = (await findTraps(tx, actor, query)).data;
    if (!trap) throw refuse(404, 'not-found');
    return trap;
  },
};
