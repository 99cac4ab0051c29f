import { sql } from 'kysely';
import type { z } from 'zod';
import { personNamed } from '#core/accounts/server/api.ts';
import { records } from '#platform/server/records/records.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import {
  correction,
  correctionList,
  type countRoutes,
  type GroupCount,
  type shownCorrection,
} from '../../common/counter.ts';
import { readGroup } from '../locations/groups.ts';
import { assertMay } from '../locations/sites.ts';
import { actingIn, tell } from '../webhooks/tell.ts';
import { queueTallies } from './due-tallies.ts';
import { groupTallies, shownCount } from './group-tallies.ts';

const corrections = records<z.infer<typeof shownCorrection>>(
  { table: 'sparking_correction', list: correctionList, row: correction },
  { select: () => ({ user: personNamed('t.user_id') }) },
);

async function tallyOf({ tx }: Pick<Context, 'tx'>, id: number) {
  const [tally] = await groupTallies(tx, 'id', [id]);
  if (!tally) throw refuse(404, 'not-found');
  if (tally.countMode === 'slots') throw refuse(409, 'not-counted');
  const { raw, capacity } = tally;
  const { rows } = await sql<Pick<GroupCount, 'nightlyAt' | 'given'>>`
    SELECT (SELECT n.due_at FROM sparking_nightly_count n WHERE n.id = ${tally.locationId} AND ${tally.countMode}::text = 'counters') AS nightly_at,
           (SELECT jsonb_build_object('value', v.value, 'reason', v.reason, 'by', ${personNamed('v.user_id')})
              FROM sparking_given_count v WHERE v.id = ${id}) AS given`.execute(tx);
  const { nightlyAt = null, given = null } = rows[0] ?? {};
  return { tally, count: { raw: raw ?? 0, shown: shownCount(tally), capacity, nightlyAt, given } };
}

export const countHandlers: Handlers<typeof countRoutes> = {
  async get(context) {
    const { id } = await readGroup(context, context.params.id);
    return (await tallyOf(context, id)).count;
  },
  async set(context) {
    const { tx, actor, body, params } = context;
    const { id, companyId, locationId, name } = await readGroup(context, params.id);
    assertMay(actor, 'group', 'count', locationId);
    await sql`INSERT INTO sparking_count (id, company_id) VALUES (${id}, ${companyId}) ON CONFLICT DO NOTHING`.execute(
      tx,
    );
    // Locked, so that vehicles that pass meanwhile count from the new figure.
    await tx.selectFrom('sparkingCount').select('id').where('id', '=', id).forUpdate().execute();
    const { count } = await tallyOf(context, id);
    if (body.value > count.capacity) throw invalid('value', 'aboveCapacity');
    const at = new Date().toISOString();
    await tx
      .updateTable('sparkingCount')
      .set({ anchor: body.value, anchorAt: at, passedIn: 0, passedOut: 0, outsideSince: null })
      .where('id', '=', id)
      .execute();
    const said = { reason: body.reason, userId: actor.session.user.id };
    await tx
      .insertInto('sparkingCorrection')
      .values({ companyId, locationId, groupId: id, before: count.raw, after: body.value, cause: 'operator', ...said })
      .execute();
    const by = await actingIn(context);
    const change = { before: count.raw, after: body.value, cause: 'operator' as const, reason: body.reason };
    await tell(context, 'count.corrected', [{ companyId, locationId, data: { group: { id, name }, ...change, by } }]);
    await queueTallies(tx, [{ companyId, locationId }]);
    return (await tallyOf(context, id)).count;
  },
  async give(context) {
    const { tx, actor, body, params } = context;
    const { id, companyId, locationId } = await readGroup(context, params.id);
    assertMay(actor, 'group', 'count', locationId);
    const { count } = await tallyOf(context, id);
    if (count.nightlyAt === null) throw refuse(409, 'no-nightly-count');
    if (body.value > count.capacity) throw invalid('value', 'aboveCapacity');
    const said = { ...body, userId: actor.session.user.id };
    await tx
      .insertInto('sparkingGivenCount')
      .values({ id, companyId, ...said })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(said))
      .execute();
    return (await tallyOf(context, id)).count;
  },
  async withdraw(context) {
    const { id, locationId } = await readGroup(context, context.params.id);
    assertMay(context.actor, 'group', 'count', locationId);
    await context.tx.deleteFrom('sparkingGivenCount').where('id', '=', id).execute();
    return null;
  },
  async corrections(context) {
    const { id } = await readGroup(context, context.params.id);
    const { filters, ...query } = context.list;
    return corrections.list({ ...context, list: { ...query, filters: { ...filters, groupId: [String(id)] } } });
  },
};
