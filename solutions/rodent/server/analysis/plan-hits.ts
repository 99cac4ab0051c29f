import { sql } from 'kysely';
import { deviceFacts, placesAt } from '#core/devices/server/api.ts';
import { spotsAt } from '#core/layouts/server/api.ts';
import { structureSummaries } from '#core/places/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { type Context, companyOf } from '#platform/server/serve.ts';
import type { TrapOnPlan, TrapPeriod } from '../../common/analysis.ts';
import { siteFor } from '../visits/site-for.ts';
import { periodOf, shownSums, sumsBy } from './trap-sums.ts';

type Asking = Pick<Context, 'tx' | 'kit' | 'actor'> & {
  query: Omit<TrapPeriod, 'structureId'> & { structureId: number };
};
type Fact = Pick<TrapOnPlan, 'id' | 'name' | 'number'>;

/** The traps that stand on the plans of a site now, with their hits there in a period. */
export async function planHits(context: Asking): Promise<{ site: { id: number; name: string }; rows: TrapOnPlan[] }> {
  const { tx, actor, query } = context;
  const { zone } = query;
  const structureId = await siteFor(context, query.structureId, 'analysis', 'read');
  const period = periodOf(query);
  const sums = await sumsBy(context, { zone, structureId: String(structureId) }, period, 'device_id');
  // A plan that was uploaded later shows the period before as well.
  const at = Date.now();
  const [site] = await structureSummaries(tx, [structureId]);
  const rows = await bypassRls(tx, actor.scope, async () => {
    const spots = await spotsAt(context, { companyId: companyOf(actor), structureId }, [at]);
    const places = await placesAt(
      tx,
      spots.map(({ deviceId: id }) => ({ id, at })),
    );
    const here = spots.filter((_, n) => places[n]?.structureId === structureId);
    const facts = await sql<Fact>`
      SELECT d.id, d.name, t.number FROM ${sql.raw(deviceFacts)} d LEFT JOIN rodent_trap t ON t.id = d.id
       WHERE d.app = 'rodent' AND d.id = ANY (${here.map(({ deviceId }) => deviceId)}::integer[])
         AND (${zone ?? null}::text IS NULL OR coalesce(t.zone, 'interior') = ${zone ?? null})`.execute(tx);
    const byId = new Map(facts.rows.map((fact) => [fact.id, fact]));
    return here.flatMap(({ deviceId, layoutId, x, y }) => {
      const fact = byId.get(deviceId);
      return fact ? [{ ...shownSums(sums.get(deviceId)), ...fact, layoutId, x, y }] : [];
    });
  });
  return { site: { id: structureId, name: site?.name ?? '' }, rows };
}
