import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { alarmDays } from './daily-alarms.ts';
import { alarmOutdoorAir, alarmUnbalance } from './frequent-alarms.ts';

/** Schedules the evaluations that rules cannot express: indices, nights, days and comparisons. */
export async function startJobs(kit: Kit): Promise<undefined> {
  if (!kit.roles.has('worker')) return undefined;
  await kit.jobs.schedule('swam.days', '25 * * * *', () => alarmDays(kit));
  await kit.jobs.schedule('swam.outdoor-air', '3 * * * *', () => emittingAsSystem(kit, kit.db, alarmOutdoorAir));
  await kit.jobs.schedule('swam.unbalance', '*/10 * * * *', () => emittingAsSystem(kit, kit.db, alarmUnbalance));
  return undefined;
}
