import { sql } from 'kysely';
import { personNamed, zoneOfCompany } from '#core/accounts/server/api.ts';
import { deviceById, deviceFacts, deviceNamed, visibleDevice, visibleDevices } from '#core/devices/server/api.ts';
import { startOfDay } from '#platform/common/time/time.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import {
  rebuildList,
  type ShownTrackingSetting,
  settingKeys,
  type TrackingSetting,
  type TrackRebuild,
  trackingSetting,
  type trackingSettingRoutes,
} from '../../common/tracking-setting.ts';

const noSetting: TrackingSetting = trackingSetting.fields.parse({});

type Stored = TrackingSetting & { id: number; since: string };

async function newestSetting(tx: Tx, companyId: number): Promise<Stored | undefined> {
  return tx
    .selectFrom('trackingSetting')
    .select(['id', 'since', ...settingKeys])
    .where('companyId', '=', companyId)
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function shownSetting({ tx, kit, actor }: Pick<Context, 'tx' | 'kit' | 'actor'>): Promise<ShownTrackingSetting> {
  const newest = await newestSetting(tx, companyOf(actor));
  return {
    ...noSetting,
    ...newest,
    since: newest?.since ?? null,
    models: kit.apps.flatMap(({ hardware = [] }) => hardware.flatMap(({ id, positions }) => (positions ? id : []))),
  };
}

const isSame = (a: TrackingSetting, b: TrackingSetting) => settingKeys.every((key) => a[key] === b[key]);

/** Columns of `TrackRebuild` over the table `r`. */
const rebuildColumns = sql`r.id, r.company_id, CASE WHEN r.device_id IS NOT NULL THEN ${deviceNamed('r.device_id')} END AS device, r.made_from AS "from", ${personNamed('r.user_id')} AS by, r.created_at, r.devices, r.finished_at`;

/** The rebuilds with their progress. The devices that are left are counted as the role that sees all rows. */
async function readRebuilds({ tx, actor }: Pick<Context, 'tx' | 'actor'>, ids: readonly number[]) {
  const { rows } = await sql<Omit<TrackRebuild, 'done'>>`
    SELECT ${rebuildColumns} FROM track_rebuild r WHERE r.id = ANY (${ids}::integer[])`.execute(tx);
  const read = rows.map(({ id }) => id);
  const left = await bypassRls(tx, actor.scope, () =>
    sql<{ id: number; devices: number }>`
      SELECT rebuild_id AS id, count(*)::integer AS devices FROM track_rebuild_device WHERE rebuild_id = ANY (${read}::integer[]) GROUP BY 1`.execute(
      tx,
    ),
  );
  const leftOf = new Map(left.rows.map(({ id, devices }) => [id, devices]));
  return rows.map((row): TrackRebuild => ({ ...row, done: row.devices - (leftOf.get(row.id) ?? 0) }));
}

/** Lets the present settings apply from an earlier time on. */
async function applyFrom(tx: Tx, companyId: number, from: string): Promise<void> {
  const newest = await newestSetting(tx, companyId);
  if (!newest || newest.since <= from) return;
  await tx
    .deleteFrom('trackingSetting')
    .where('companyId', '=', companyId)
    .where('since', '>=', from)
    .where('id', '!=', newest.id)
    .execute();
  await tx.updateTable('trackingSetting').set({ since: from }).where('id', '=', newest.id).execute();
}

/** The start of the day in the time zone of the company. */
async function startOfCompanyDay(tx: Tx, companyId: number, day: string): Promise<string> {
  const at = startOfDay(day, await zoneOfCompany(tx, companyId));
  if (at > new Date().toISOString()) throw invalid('from', 'inTheFuture');
  return at;
}

/** Refuses a device that the caller may not see, of another company or without positions. */
async function assertTracked({ tx, actor }: Pick<Context, 'tx' | 'actor'>, models: readonly number[], id: number) {
  const device = await deviceById(tx, id);
  if (!device || device.companyId !== companyOf(actor)) throw refuse(404, 'not-found');
  await visibleDevice(tx, actor, device.app, id);
  if (!models.includes(device.hardwareId)) throw invalid('deviceId', 'invalid');
}

export const trackingSettingHandlers: Handlers<typeof trackingSettingRoutes> = {
  read: shownSetting,
  async set(context) {
    const { tx, actor, body } = context;
    const companyId = companyOf(actor);
    const before = await newestSetting(tx, companyId);
    if (!isSame(before ?? noSetting, body))
      await tx
        .insertInto('trackingSetting')
        .values({ companyId, ...body })
        .execute();
    return shownSetting(context);
  },
  async rebuilds(context) {
    const { tx, actor, list } = context;
    const seen = visibleDevices(actor);
    const ofSeenDevices = sql`(t.device_id IS NULL OR t.device_id IN (SELECT t.id FROM ${sql.raw(deviceFacts)} t WHERE ${sql.join(seen, sql` AND `)}))`;
    const { ids, totalRecords } = await findIds(tx, {
      table: 'track_rebuild',
      spec: rebuildList,
      query: list,
      scope: actor.scope,
      where: seen.length === 0 ? [] : [ofSeenDevices],
    });
    return { data: inOrder(ids, await readRebuilds(context, ids)), totalRecords };
  },
  async rebuild(context) {
    const { tx, actor, body } = context;
    const companyId = companyOf(actor);
    const { models } = await shownSetting(context);
    const { deviceId } = body;
    const from = await startOfCompanyDay(tx, companyId, body.from);
    if (deviceId !== null) await assertTracked(context, models, deviceId);
    const made = await tx
      .insertInto('trackRebuild')
      .values({ companyId, deviceId, userId: actor.session.user.id, madeFrom: from, devices: 0 })
      .onConflict((conflict) => conflict.column('companyId').where('finishedAt', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw refuse(409, 'rebuild-running');
    const { id } = made;
    if (deviceId === null) await applyFrom(tx, companyId, from);
    const devices = await bypassRls(tx, actor.scope, () => queueDevices(tx, { id, companyId, deviceId, from }));
    await tx.updateTable('trackRebuild').set({ devices }).where('id', '=', id).execute();
    const [rebuild] = await readRebuilds(context, [id]);
    if (!rebuild) throw new Error(`the rebuild ${id} has gone`);
    return rebuild;
  },
};

type Queued = { id: number; companyId: number; deviceId: number | null; from: string };

/** Queues the devices with positions from then on. One that another company has left unfinished starts again. */
async function queueDevices(tx: Tx, { id, companyId, deviceId, from }: Queued): Promise<number> {
  const queued = await sql`
    INSERT INTO track_rebuild_device AS b (rebuild_id, device_id, due_from)
    SELECT ${id}, d.id, ${from}::timestamptz FROM ${sql.raw(deviceFacts)} d JOIN track_progress p ON p.device_id = d.id
     WHERE d.company_id = ${companyId} AND d.id = coalesce(${deviceId}::integer, d.id) AND p.made_until >= ${from}::timestamptz
     ORDER BY d.id
    ON CONFLICT (device_id) DO UPDATE SET rebuild_id = excluded.rebuild_id, due_from = least(b.due_from, excluded.due_from), begun = false`.execute(
    tx,
  );
  return Number(queued.numAffectedRows ?? 0);
}
