import { sql } from 'kysely';
import { alarmsBySite } from '#core/alarms/server/api.ts';
import { findStructures } from '#core/places/server/api.ts';
import type { Context, ListReply } from '#platform/server/serve.ts';
import type { TrapSite } from '../../common/trap-routes.ts';
import { seenBy, withNeeds } from './trap-rows.ts';

type Counts = Pick<TrapSite, 'traps' | 'sprung' | 'silent'>;

/** The sites with traps that the caller sees, with four statements however many they are. */
export async function findTrapSites(
  context: Pick<Context, 'tx' | 'kit' | 'actor' | 'may' | 'list'>,
): Promise<ListReply<TrapSite>> {
  const { tx, actor, list } = context;
  const { rows } = await sql<Counts & { id: number }>`
    SELECT t.structure_id AS id, count(*)::integer AS traps, count(*) FILTER (WHERE t.state = 'sprung')::integer AS sprung,
           count(*) FILTER (WHERE t.silent)::integer AS silent
      FROM ${withNeeds} WHERE ${sql.join(seenBy(actor), sql` AND `)} AND t.structure_id IS NOT NULL GROUP BY t.structure_id`.execute(
    tx,
  );
  const counts = new Map(rows.map(({ id, ...of }) => [id, of]));
  const { data, totalRecords } = await findStructures(tx, actor.scope, list, [...counts.keys()]);
  const alarms = (await alarmsBySite(context)).filter(({ app }) => app === 'rodent');
  const openAt = (site: number) =>
    alarms.reduce((sum, { structureId, n }) => sum + (structureId === site ? Number(n) : 0), 0);
  const none: Counts = { traps: 0, sprung: 0, silent: 0 };
  return {
    data: data.map(({ id, companyId, name, location }) => ({
      ...{ id, companyId, name, location },
      ...(counts.get(id) ?? none),
      openAlarms: openAt(id),
    })),
    totalRecords,
  };
}
