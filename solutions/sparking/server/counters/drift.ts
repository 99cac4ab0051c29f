import { sql } from 'kysely';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { aboutGroup } from '../alarms/subjects.ts';
import type { GroupTally } from './group-tallies.ts';

/** Corrections of a day beyond this many vehicles, and beyond this share of the capacity, are a fault of a counter. */
const most = { vehicles: 5, share: 0.03 } as const;

/** Raises an alarm about groups whose count had to be corrected by much within a day, and ends it once it was not. */
export async function alarmDrift(context: Emitting, groups: readonly GroupTally[]): Promise<void> {
  const counted = groups.filter(({ countMode }) => countMode === 'both');
  if (counted.length === 0) return;
  const { rows } = await sql<{ id: number; moved: number }>`
    SELECT r.group_id AS id, sum(abs(r.after - r.before))::integer AS moved FROM sparking_correction r
     WHERE r.group_id = ANY (${counted.map(({ id }) => id)}::integer[]) AND r.at > now() - interval '24 hours' AND r.cause <> 'operator'
     GROUP BY r.group_id`.execute(context.tx);
  const moved = new Map(rows.map(({ id, moved: vehicles }) => [id, vehicles]));
  const drifts = ({ id, capacity }: GroupTally) =>
    (moved.get(id) ?? 0) > Math.max(most.vehicles, most.share * capacity);
  await raiseAlarms(
    context,
    counted.filter(drifts).map((group) => ({
      ...aboutGroup(group),
      ...{ kind: 'count-drift', severity: 'poor' as const, name: group.name, structureId: group.locationId },
    })),
  );
  await clearAlarms(
    context,
    counted.filter((group) => !drifts(group)).map((group) => ({ ...aboutGroup(group), kind: 'count-drift' })),
  );
}
