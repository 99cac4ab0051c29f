import { bypassRls, type Scope, type Tx } from '#platform/server/postgres/database.ts';

/** Adds an event of the system, or of a person, to the timeline of an alarm. `byCompany`: the further company whose event it is. */
export async function logAlarm(
  tx: Tx,
  alarm: { id: number; companyId: number },
  {
    action,
    data,
    actorId = null,
    byCompany = null,
  }: { action: string; data: object; actorId?: number | null; byCompany?: number | null },
): Promise<void> {
  await tx
    .insertInto('alarmEvent')
    .values({
      alarmId: alarm.id,
      companyId: alarm.companyId,
      at: new Date().toISOString(),
      actorId,
      byCompany,
      text: null,
      action,
      data: JSON.stringify(data),
    })
    .execute();
}

/** Marks an open alarm as escalated by the system, with an event of this name. */
export async function escalateBySystem(
  { tx, actor }: { tx: Tx; actor: { scope: Scope } },
  alarm: { id: number; companyId: number },
  event: { action: string; data: object },
): Promise<void> {
  await bypassRls(tx, actor.scope, async () => {
    await tx.updateTable('alarm').set({ disposition: 'escalated' }).where('id', '=', alarm.id).execute();
    await logAlarm(tx, alarm, event);
  });
}
