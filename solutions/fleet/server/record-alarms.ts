import { type AlarmContext, endAlarms } from '#core/alarms/server/api.ts';

/** The records that have alarms of their own, besides those of their trackers. */
export type AlarmSubject = { type: 'vehicle' | 'driver' | 'job-card'; id: number; companyId: number };

export const aboutRecord = ({ type, id, companyId }: AlarmSubject) => ({
  companyId,
  app: 'fleet',
  subject: { type, id },
});

/**
 * Ends the alarms about a record that is deleted, retired or moved to another site; what still holds after a move is raised
 * again for the people of the new site.
 */
export async function endRecordAlarms(
  context: AlarmContext,
  record: AlarmSubject,
  reason: 'moved' | 'deleted' | 'retired',
): Promise<void> {
  await endAlarms(context, [aboutRecord(record)], reason);
}
