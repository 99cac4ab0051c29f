import type { Tx } from '#platform/server/postgres/database.ts';

/** Adds an event of the system to the timeline of an alarm. */
export async function logAlarm(
  tx: Tx,
  alarm: { id: number; companyId: number },
  { action, data }: { action: string; data: object },
): Promise<void> {
  await tx
    .insertInto('alarmEvent')
    .values({
      alarmId: alarm.id,
      companyId: alarm.companyId,
      at: new Date().toISOString(),
      actorId: null,
      text: null,
      action,
      data: JSON.stringify(data),
    })
    .execute();
}
