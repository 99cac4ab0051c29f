import { sql } from 'kysely';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import { siteZone, structureNamed } from '#core/places/server/api.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { storable } from '#platform/server/records/rows.ts';
import { companyOf, type Handlers } from '#platform/server/serve.ts';
import { type Policy, type policyRoutes, type ShownPolicy, usualPolicy } from '../../common/visits/policy.ts';
import { limitBait } from '../alarms/baiting.ts';
import { siteFor } from './site-for.ts';

/** The policy of a site, stated or usual. The caller has checked that the site may be seen. */
export async function policyOf(tx: Tx, structureId: number): Promise<Policy & { stated: boolean }> {
  const { rows } = await sql<Policy>`
    SELECT poison_free, check_live_catch_h, respond_h, visit_every_days, action_levels, review_due, baiting_days, contractor
      FROM rodent_policy WHERE id = ${structureId}`.execute(tx);
  return rows[0] ? { ...rows[0], stated: true } : { ...usualPolicy, stated: false };
}

async function shownPolicy(tx: Tx, id: number, companyId: number): Promise<ShownPolicy> {
  const { rows } = await sql<{ site: { name: string }; zone: string }>`
    SELECT ${structureNamed('t.id')} AS site, ${siteZone('t.id', 't.company_id')} AS zone
      FROM (SELECT ${id}::integer AS id, ${companyId}::integer AS company_id) t`.execute(tx);
  const [found] = rows;
  return { id, site: found?.site.name ?? '', zone: found?.zone ?? 'UTC', ...(await policyOf(tx, id)) };
}

const about = (id: number, companyId: number) => ({ companyId, app: 'rodent', subject: { type: 'site', id } });

/** An alarm for each site whose yearly review of its risks is due. */
export const dueReviews = dueBatch<{ id: number; companyId: number }>(
  'rodent.reviews',
  { table: 'rodent_policy', at: 'review_alarm_at', where: sql`review_alarm_at IS NOT NULL` },
  500,
  async (context, sites) => {
    const ids = sites.map(({ id }) => id);
    const named = await sql<{ id: number; site: { name: string } }>`
      SELECT t.id, ${structureNamed('t.id')} AS site FROM rodent_policy t WHERE t.id = ANY (${ids}::integer[])`.execute(
      context.tx,
    );
    const names = new Map(named.rows.map(({ id, site }) => [id, site.name]));
    await raiseAlarms(
      context,
      sites.map(({ id, companyId }) => ({
        ...about(id, companyId),
        kind: 'review-due',
        severity: 'ok',
        name: names.get(id) ?? '',
        structureId: id,
      })),
    );
    await sql`UPDATE rodent_policy SET review_alarm_at = NULL WHERE id = ANY (${ids}::integer[])`.execute(context.tx);
  },
);

export const policyHandlers: Handlers<typeof policyRoutes> = {
  async get(context) {
    const id = await siteFor(context, context.params.id, 'policy', 'read');
    return shownPolicy(context.tx, id, companyOf(context.actor));
  },
  async put(context) {
    const { tx, body, actor } = context;
    const id = await siteFor(context, context.params.id, 'policy', 'update');
    const companyId = companyOf(actor);
    const values = { ...body, reviewAlarmAt: body.reviewDue };
    await sql`
      INSERT INTO rodent_policy (id, company_id, poison_free, check_live_catch_h, respond_h, visit_every_days, action_levels, review_due, baiting_days, contractor, review_alarm_at)
      VALUES (${id}, ${companyId}, ${values.poisonFree}, ${values.checkLiveCatchH}, ${storable(values.respondH)}, ${values.visitEveryDays},
              ${storable(values.actionLevels)}, ${values.reviewDue}, ${values.baitingDays}, ${values.contractor}, ${values.reviewAlarmAt})
      ON CONFLICT (id) DO UPDATE SET poison_free = EXCLUDED.poison_free, check_live_catch_h = EXCLUDED.check_live_catch_h,
        respond_h = EXCLUDED.respond_h, visit_every_days = EXCLUDED.visit_every_days, action_levels = EXCLUDED.action_levels,
        review_due = EXCLUDED.review_due, baiting_days = EXCLUDED.baiting_days, contractor = EXCLUDED.contractor,
        review_alarm_at = EXCLUDED.review_alarm_at`.execute(tx);
    await limitBait(context, id);
    await clearAlarms(context, [{ ...about(id, companyId), kind: 'review-due' }]);
    return shownPolicy(tx, id, companyId);
  },
  async history(context) {
    const id = await siteFor(context, context.params.id, 'policy', 'read');
    return changesOf(context, { table: 'rodent_policy', id, companyId: companyOf(context.actor) });
  },
};
