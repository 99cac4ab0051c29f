import { sql } from 'kysely';
import { raiseAlarms } from '#core/alarms/server/api.ts';
import { dueBatch } from '#platform/server/due.ts';
import { lockRecord, takeStep } from '#platform/server/records/lifecycle.ts';
import { visitLifecycle } from '../../common/visits/visit.ts';

const graceMs = 2 * 86_400_000;
/** When a visit that was planned for this time counts as missed. */
export const missedAt = (plannedAt: string): string => new Date(Date.parse(plannedAt) + graceMs).toISOString();

/** What alarms of a visit are about. */
export const aboutVisit = ({ id, companyId }: { id: number; companyId: number }) => ({
  companyId,
  app: 'rodent',
  subject: { type: 'visit', id },
});

type Due = { id: number; companyId: number; structureId: number; number: string; state: string };

/** Visits that nobody has begun two days after their time are missed, and raise an alarm. */
export const dueVisits = dueBatch<Due>(
  'rodent.visits',
  { table: 'rodent_visit', at: 'missed_at', where: sql`state = 'planned'` },
  200,
  async (context, visits) => {
    for (const visit of visits) {
      const row = await lockRecord<Due>(context.tx, 'rodent_visit', visit.id);
      await takeStep(context.tx, visitLifecycle, row, 'miss', { as: ['system'], set: { missed_at: null } });
    }
    await raiseAlarms(
      context,
      visits.map(({ number, structureId, ...visit }) => ({
        ...aboutVisit(visit),
        kind: 'visit-missed',
        severity: 'poor',
        name: number,
        structureId,
      })),
    );
  },
);
