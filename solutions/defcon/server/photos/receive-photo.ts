import { touchAlarms } from '#core/alarms/server/api.ts';
import { signedInDevice } from '#core/telemetry/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import { storeFile } from '#platform/server/files/files.ts';
import { encodedImage } from '#platform/server/files/images.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { photoRoutes } from '../../common/panel/photo.ts';

type Sent = { panelId: number; event: string; position: number };
type Found = { id: number; companyId: number; alarmId: number | null; isThere: boolean };

/**
 * The event of a panel that a photo belongs to. It is locked, so that a photo that is sent twice at once is stored once.
 * A forced disarm is stored as two events with one key: the photo belongs to the one with the alarm.
 */
async function eventOf(tx: Tx, { panelId, event, position }: Sent): Promise<Found> {
  const found = await tx
    .selectFrom('defconEvent')
    .select(['id', 'companyId', 'alarmId'])
    .where('panelId', '=', panelId)
    .where('eventKey', '=', event)
    .orderBy('alarmId', (order) => order.asc().nullsLast())
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw refuse(404, 'unknown-event');
  const stored = await tx
    .selectFrom('defconPhoto')
    .select('id')
    .where('eventId', '=', found.id)
    .where('position', '=', position)
    .executeTakeFirst();
  return { ...found, isThere: stored !== undefined };
}

const isJpeg = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));

function store(kit: Kit, sent: Sent, photo: File): Promise<number> {
  return emittingAsSystem(kit, kit.telemetry.db, async (context) => {
    const { tx } = context;
    const { id: eventId, companyId, alarmId, isThere } = await eventOf(tx, sent);
    if (isThere) return 0;
    const fileId = await storeFile({ tx, kit }, companyId, photo);
    await tx.insertInto('defconPhoto').values({ companyId, eventId, position: sent.position, fileId }).execute();
    if (alarmId !== null) await touchAlarms(context, [alarmId]);
    return 1;
  });
}

/** Stores a photo of an event. The picture is decoded outside of the transaction, and only for an event that is known. */
async function send({
  kit,
  request,
  query: { event, position },
  body,
}: Pick<Context, 'kit' | 'request'> & { query: { event: string; position: number }; body: unknown }) {
  const sent = { panelId: await signedInDevice({ kit, request }), event, position };
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (!isJpeg(bytes)) throw refuse(415, 'not-a-jpeg');
  const { isThere } = await inSystem(kit.telemetry.db, (tx) => eventOf(tx, sent));
  if (isThere) return { stored: 0 };
  const photo = new File([Uint8Array.from(bytes)], 'photo.jpg', { type: 'image/jpeg' });
  return { stored: await store(kit, sent, await encodedImage(photo, 'photo', `panel ${sent.panelId}`)) };
}

export const photoHandlers: Handlers<typeof photoRoutes> = { send };
