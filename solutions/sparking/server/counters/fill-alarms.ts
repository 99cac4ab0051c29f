import { sql } from 'kysely';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { aboutGroup, aboutLocation } from '../alarms/subjects.ts';
import { tell } from '../webhooks/tell.ts';
import { type Fill, type FillLimits, fillOf } from './fill-state.ts';
import { type GroupTally, type Places, placesOf } from './group-tallies.ts';

type Location = FillLimits & { id: number; companyId: number; name: string; fills: Readonly<Record<string, Fill>> };

const added = (all: readonly Places[]): Places => ({
  free: all.reduce((sum, { free }) => sum + free, 0),
  occupied: all.reduce((sum, { occupied }) => sum + occupied, 0),
  unknown: all.reduce((sum, { unknown }) => sum + unknown, 0),
});

/** The alarm of a fill; none while there is room. */
const kindOf = (fill: Fill, isGroup: boolean): string | null => {
  if (fill === 'full') return isGroup ? 'group-full' : 'location-full';
  return fill === 'open' ? null : 'almost-full';
};

/** Notices when groups and locations become full, or have room again, and raises alarms about it. */
export async function alarmFills(
  context: Emitting,
  locations: readonly number[],
  groups: readonly GroupTally[],
): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<Location>`
    SELECT l.id, l.company_id, l.name, l.almost_full_pct, l.full_pct,
           coalesce((SELECT jsonb_object_agg(f.group_id, f.fill) FROM sparking_fill f WHERE f.location_id = l.id), '{}') AS fills
      FROM sparking_location l WHERE l.id = ANY (${locations}::integer[]) ORDER BY l.id`.execute(tx);
  const byLocation = Map.groupBy(groups, ({ locationId }) => locationId);
  const turned = rows.flatMap((location) => {
    const { id: locationId, companyId, name, fills } = location;
    const ofLocation = byLocation.get(locationId) ?? [];
    const places = ofLocation.map(placesOf);
    const all = [
      { groupId: 0, about: aboutLocation({ companyId, locationId }), name, places: added(places) },
      ...ofLocation.map((group, n) => ({
        ...{ groupId: group.id, about: aboutGroup(group), name: group.name },
        places: added(places.slice(n, n + 1)),
      })),
    ];
    return all.flatMap((one) => {
      const before = fills[one.groupId] ?? 'open';
      const after = fillOf(one.places, before, location);
      return after === before ? [] : [{ ...one, companyId, locationId, before, after }];
    });
  });
  if (turned.length === 0) return;
  await sql`
    INSERT INTO sparking_fill (location_id, group_id, company_id, fill)
    SELECT "locationId", "groupId", "companyId", "after"
      FROM jsonb_to_recordset(${JSON.stringify(turned)}::jsonb) AS n ("locationId" integer, "groupId" integer, "companyId" integer, "after" text)
     ORDER BY 1, 2 ON CONFLICT (location_id, group_id) DO UPDATE SET fill = excluded.fill`.execute(tx);
  await clearAlarms(
    context,
    turned.flatMap(({ about, groupId, before }) => {
      const kind = kindOf(before, groupId !== 0);
      return kind ? [{ ...about, kind }] : [];
    }),
  );
  await raiseAlarms(
    context,
    turned.flatMap(({ about, groupId, after, name, locationId }) => {
      const kind = kindOf(after, groupId !== 0);
      return kind ? [{ ...about, kind, severity: 'ok' as const, name, structureId: locationId }] : [];
    }),
  );
  await tellFills(context, turned);
}

type Turned = {
  groupId: number;
  companyId: number;
  locationId: number;
  name: string;
  places: Places;
  before: Fill;
  after: Fill;
};

/** Tells the webhooks of the groups that have become full, and of those that have room again. */
async function tellFills(context: Emitting, turned: readonly Turned[]): Promise<void> {
  const groups = turned.filter(({ groupId }) => groupId !== 0);
  const said = ({ groupId, companyId, locationId, name, places, before, after }: Turned) => ({
    ...{ companyId, locationId },
    data: { group: { id: groupId, name }, fill: after, before, ...places },
  });
  await tell(context, 'group.filled', groups.filter(({ after }) => after === 'full').map(said));
  await tell(context, 'group.freed', groups.filter(({ before }) => before === 'full').map(said));
}
