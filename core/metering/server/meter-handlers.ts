import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import { visibleDevice } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { attachmentHandlers } from '#platform/server/files/attachments.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { totalOf } from '../common/index-curve.ts';
import type { MeterReply, meterRoutes, segmentPhotoRoutes } from '../common/meter.ts';
import { curveOf, type Meter, meteringOf, meterOf, type StoredHistory, type StoredSegment } from './meters.ts';
import { beginMeter, scanMeter } from './scans/scan.ts';
import { scanDevices } from './scans/scan-meters.ts';
import { readingsAround } from './totals.ts';

type MeterContext = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'> & { params: { id: number } };

const iso = (at: number) => new Date(at).toISOString();

/** The meter that the address names, for a person who may do `action` with it. */
export async function readMeter(
  { tx, kit, actor, params }: Omit<MeterContext, 'afterCommit'>,
  app: AppManifest,
  action = 'read',
) {
  return meterOf(tx, kit, app, await visibleDevice(tx, actor, app.id, params.id, action));
}

/** Like `readMeter`, but a meter that was never scanned is scanned first, so that it has an index. */
export async function readScanned(context: Omit<MeterContext, 'afterCommit'>, app: AppManifest): Promise<Meter> {
  const meter = await readMeter(context, app);
  const known = await context.tx.selectFrom('meter').where('deviceId', '=', meter.id).execute();
  if (known.length === 0) await scanDevices(context.kit, app, [meter.id]);
  return meter;
}

/**
 * Like `readMeter`, but for a change, with its latest readings scanned. The meter stays locked until the end of the
 * transaction.
 */
async function meterToChange(context: MeterContext, app: AppManifest, action: string) {
  const meter = await readMeter(context, app, action);
  changeableCompany(context.actor, meter.companyId);
  return { meter, history: await scanMeter(context, context.actor.scope, meter) };
}

async function meterReply({ tx }: Pick<Context, 'tx'>, { id, spec, sensor }: Meter): Promise<MeterReply> {
  const segments = await sql<MeterReply['segments'][number]>`
    SELECT s.id, s.serial, s.started_at, s.start_index, s.ended_at, s.end_index, s.reason, ${personNamed('s.user_id')} AS person,
           (SELECT count(*) FROM meter_segment_attachment a WHERE a.subject_id = s.id) AS photos
      FROM meter_segment s WHERE s.device_id = ${id} ORDER BY s.started_at DESC`.execute(tx);
  const reviews = await sql<MeterReply['reviews'][number]>`
    SELECT r.id, r.at, r.before, r.rise, r.state, ${personNamed('r.user_id')} AS person, r.decided_at
      FROM meter_review r WHERE r.device_id = ${id} ORDER BY r.at DESC LIMIT 100`.execute(tx);
  const readings = await sql<MeterReply['readings'][number]>`
    SELECT m.id, m.at, m.value, ${personNamed('m.user_id')} AS person FROM meter_reading m
     WHERE m.device_id = ${id} ORDER BY m.at DESC LIMIT 100`.execute(tx);
  return {
    utility: spec.utility,
    sensor: sensor.key,
    unit: sensor.unit,
    decimals: sensor.decimals ?? 0,
    segments: segments.rows,
    reviews: reviews.rows,
    readings: readings.rows,
  };
}

export function meterHandlers(app: AppManifest): Handlers<ReturnType<typeof meterRoutes>> {
  const misfit = () => refuse(422, 'reading-does-not-fit', {}, `${meteringOf(app).codes}0422`);
  return {
    read: async (context) => meterReply(context, await readScanned(context, app)),
    async replace(context) {
      const { meter, history } = await meterToChange(context, app, 'install');
      await replaceMeter(context, meter, history, context.body, misfit);
      return meterReply(context, meter);
    },
    async enter(context) {
      const { tx, body } = context;
      const { meter, history } = await meterToChange(context, app, 'enter-reading');
      const at = Date.parse(body.at);
      if (at > Date.now()) throw misfit();
      if (history.segments.length === 0) await beginMeter(tx, meter, body);
      else await assertBetween(context, meter, history, { at, value: body.value }, misfit);
      const added = await tx
        .insertInto('meterReading')
        .values({ companyId: meter.companyId, deviceId: meter.id, at: iso(at), value: body.value })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      if (added.length === 0) throw refuse(409, 'already-exists');
      return meterReply(context, meter);
    },
    async decide(context) {
      const { tx, actor, params, body } = context;
      const { meter } = await meterToChange(context, app, 'enter-reading');
      const changed = await tx
        .updateTable('meterReview')
        .set({
          state: body.accept ? 'accepted' : 'rejected',
          userId: actor.session.user.id,
          decidedAt: sqlNow,
        })
        .where('id', '=', params.reviewId)
        .where('deviceId', '=', meter.id)
        .where('state', '!=', 'returned')
        .returning('id')
        .execute();
      if (changed.length === 0) throw refuse(404, 'not-found');
      return meterReply(context, meter);
    },
  };
}

/** Refuses a reading that is not between its neighbours, counted over segments. */
async function assertBetween(
  { tx, actor }: MeterContext,
  meter: Meter,
  history: StoredHistory,
  reading: { at: number; value: number },
  misfit: () => Error,
): Promise<void> {
  const curve = curveOf(history);
  const [around] = await readingsAround(tx, actor.scope, meter, [reading.at]);
  const { total } = totalOf(reading, curve);
  const totalAt = (one: { at: string; value: number } | null | undefined) =>
    one ? totalOf({ at: Date.parse(one.at), value: one.value }, curve).total : null;
  const [before, after] = [totalAt(around?.before), totalAt(around?.after)];
  if (total < (before ?? 0) || (after !== null && total > after)) throw misfit();
}

type Replacement = { at: string; endIndex: number; startIndex: number; serial: string };

/**
 * Ends the current segment with the index of the old meter and begins the next with that of the new one. A reset that
 * was found after the replacement, before it was entered, becomes the replacement.
 */
async function replaceMeter(
  { tx, actor }: MeterContext,
  meter: Meter,
  { segments }: StoredHistory,
  { at: entered, endIndex, startIndex, serial }: Replacement,
  misfit: () => Error,
): Promise<void> {
  const at = Date.parse(entered);
  const current = segments.at(-1);
  if (!current || at > Date.now()) throw misfit();
  const [around] = await readingsAround(tx, actor.scope, meter, [at]);
  const reset = resetAfter(segments, at, around?.after?.at ?? null);
  const ended = reset ? (segments.at(-2) as StoredSegment) : current;
  if (Date.parse(ended.startedAt) >= at) throw refuse(409, 'later-segment');
  const before =
    around?.before && Date.parse(around.before.at) >= Date.parse(ended.startedAt)
      ? around.before.value
      : ended.startIndex;
  // Without a reset, the readings after the replacement must be those of the new meter.
  if (endIndex < before || (around?.after && around.after.value < startIndex)) throw misfit();
  await tx
    .updateTable('meterSegment')
    .set({ endedAt: iso(at), endIndex })
    .where('id', '=', ended.id)
    .execute();
  if (reset)
    await tx
      .updateTable('meterSegment')
      .set({ startedAt: iso(at), startIndex, serial, reason: 'replaced', userId: sql<number | null>`rasid_user()` })
      .where('id', '=', reset.id)
      .execute();
  else
    await tx
      .insertInto('meterSegment')
      .values({
        companyId: meter.companyId,
        deviceId: meter.id,
        serial,
        startedAt: iso(at),
        startIndex,
        reason: 'replaced',
      })
      .execute();
}

/** The newest segment, if it is a reset at the first reading after an instant. */
function resetAfter(segments: readonly StoredSegment[], at: number, next: string | null): StoredSegment | null {
  const last = segments.at(-1);
  if (last?.reason !== 'reset' || segments.length < 2 || next === null) return null;
  return Date.parse(last.startedAt) >= at && Date.parse(last.startedAt) === Date.parse(next) ? last : null;
}

export function segmentPhotoHandlers(app: AppManifest): Handlers<ReturnType<typeof segmentPhotoRoutes>> {
  const find = async (context: Pick<Context, 'tx' | 'actor'> & { params: { id: number } }, action = 'read') => {
    const segment = await context.tx
      .selectFrom('meterSegment')
      .select(['id', 'companyId', 'deviceId'])
      .where('id', '=', context.params.id)
      .executeTakeFirst();
    if (!segment) throw refuse(404, 'not-found');
    await visibleDevice(context.tx, context.actor, app.id, segment.deviceId, action);
    return segment;
  };
  const handlers = attachmentHandlers('meter_segment', find);
  return {
    ...handlers,
    async add(context) {
      await find(context, 'install');
      return handlers.add(context);
    },
    async remove(context) {
      await find(context, 'install');
      return handlers.remove(context);
    },
  };
}
