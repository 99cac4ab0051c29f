import { sendFile, storeFile } from '#platform/server/files/files.ts';
import { bypassRls, inTenant } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { type AlarmMount, visibleAlarm } from '../lists/read-alarms.ts';

type Storing = Pick<Context, 'tx' | 'kit' | 'actor'>;

/** Stores the files of an event. They are those of the owner of the alarm, whichever of its companies has sent them. */
export async function storeAlarmFiles(
  { tx, kit, actor }: Storing,
  { id, companyId }: { id: number; companyId: number },
  eventId: number,
  files: readonly File[],
): Promise<void> {
  for (const file of files) {
    const fileId = await bypassRls(tx, actor.scope, () => storeFile({ tx, kit }, companyId, file));
    await tx
      .insertInto('alarmFile')
      .values({ alarmId: id, eventId, name: file.name, mediaType: file.type, size: file.size, fileId })
      .execute();
  }
}

/** Sends a file of an alarm that the caller may read. */
export async function sendAlarmFile(
  context: Pick<Context, 'kit' | 'actor' | 'may' | 'locale' | 'request' | 'reply'> & {
    params: { id: number; fileId: number };
  },
  mount: AlarmMount,
) {
  const { kit, actor, params } = context;
  const { db } = kit.people;
  const found = await inTenant(db, actor.scope, async (tx) => {
    const alarm = await visibleAlarm({ ...context, tx }, mount);
    // The events that the caller sees decide which files it sees.
    const shown = alarm.events.flatMap(({ files }) => files).find(({ id }) => id === params.fileId);
    if (!shown) throw refuse(404, 'not-found');
    return tx
      .selectFrom('alarmFile')
      .innerJoin('alarm', 'alarm.id', 'alarmFile.alarmId')
      .select(['alarmFile.fileId', 'alarmFile.name', 'alarm.companyId'])
      .where('alarmFile.id', '=', params.fileId)
      .executeTakeFirstOrThrow();
  });
  // A party reads the file of the owner.
  const { companies } = actor.scope;
  const scope = companies === 'all' ? actor.scope : { ...actor.scope, companies: [found.companyId] };
  return sendFile({ ...context, actor: { ...actor, scope } }, async () => found);
}
