import { sql } from 'kysely';
import { type Cleared, clearAlarms, storedAlarms } from '#core/alarms/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { aboutStructure } from './about-structure.ts';

/** A monitor is quiet again with fewer activities in this time, a site without catches for so long is free of rodents. */
const quiet = { times: 3, hours: 72 } as const;
const freeDays = 14;

/** Clears the alarms about activity and infestation that nothing has confirmed for long enough. */
export const clearQuiet = (kit: Kit): Promise<void> =>
  emittingAsSystem(kit, kit.db, async (context) => {
    type Row = { kind: string; companyId: number; deviceId: number | null; subjectId: number | null };
    const { rows } = await sql<Row>`
      SELECT a.kind, a.company_id, a.device_id, a.subject_id FROM ${sql.raw(storedAlarms)} a
       WHERE a.app = 'rodent' AND a.condition = 'active' AND a.disposition IN ('open', 'escalated')
         AND CASE a.kind
               WHEN 'activity-high' THEN a.last_at < now() - ${quiet.hours} * interval '1 hour' AND
                 (SELECT coalesce(sum(h.count), 0) FROM rodent_hit h WHERE h.device_id = a.device_id AND h.kind = 'activity' AND h.verdict NOT IN ('false', 'service')
                     AND h.at > now() - ${quiet.hours} * interval '1 hour') < ${quiet.times}
               WHEN 'infestation' THEN a.last_at < now() - ${freeDays} * interval '1 day' AND
                 NOT EXISTS (SELECT FROM rodent_hit h WHERE h.structure_id = a.subject_id AND h.verdict = 'catch' AND h.at > now() - ${freeDays} * interval '1 day')
               ELSE false END`.execute(context.tx);
    await clearAlarms(
      context,
      rows.flatMap(({ kind, companyId, deviceId, subjectId }): Cleared[] => {
        if (deviceId !== null) return [{ deviceId, kind }];
        return subjectId === null ? [] : [{ ...aboutStructure(companyId, subjectId), kind }];
      }),
    );
  });
