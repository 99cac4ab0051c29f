import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import type { CheckSpec } from '#core/devices/common/manifest.ts';
import { visibleDevice } from '#core/devices/server/api.ts';
import { zoneOfSite } from '#core/places/server/api.ts';
import { dayMs, wallDay } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { checkRoutes, DeviceCheck } from '../common/device-check.ts';

/** device_id, kind, done_on: when a check was done last. */
export const lastChecks = '(SELECT device_id, kind, max(done_on) AS done_on FROM device_check GROUP BY 1, 2)';

type Checked = {
  id: number;
  app: string;
  companyId: number;
  structureId: number | null;
  hardwareId: number;
  createdAt: string;
};

const shownTimes = 5;
const daysAfter = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

const checksOfModel = (kit: Kit, { app, hardwareId }: Checked): Readonly<Record<string, CheckSpec>> =>
  kit.apps.find(({ id }) => id === app)?.hardware?.find(({ id }) => id === hardwareId)?.checks ?? {};

async function checksOf(tx: Tx, kit: Kit, device: Checked): Promise<DeviceCheck[]> {
  const zone = await zoneOfSite(tx, device);
  const rows = await sql<{ kind: string; on: string; by: { id: number; name: string } | null }>`
    SELECT kind, done_on::text AS "on", by FROM (
      SELECT kind, done_on, ${personNamed('c.user_id')} AS by, row_number() OVER (PARTITION BY kind ORDER BY done_on DESC) AS n
        FROM device_check c WHERE device_id = ${device.id}) newest WHERE n <= ${shownTimes} ORDER BY done_on DESC`.execute(
    tx,
  );
  const today = wallDay(Date.now(), zone);
  return Object.entries(checksOfModel(kit, device)).map(([kind, { everyDays }]) => {
    const done = rows.rows.filter((row) => row.kind === kind).map(({ on, by }) => ({ on, by }));
    const dueOn = daysAfter(done[0]?.on ?? wallDay(Date.parse(device.createdAt), zone), everyDays);
    return { kind, everyDays, done, dueOn, overdue: dueOn < today };
  });
}

/** Serves `checkRoutes` of an app. */
export const checkHandlers = (app: string): Handlers<ReturnType<typeof checkRoutes>> => ({
  read: async ({ tx, kit, actor, params }) => checksOf(tx, kit, await visibleDevice(tx, actor, app, params.id)),
  async done({ tx, kit, actor, params, body }) {
    const device = await visibleDevice(tx, actor, app, params.id, 'check');
    if (!Object.hasOwn(checksOfModel(kit, device), body.kind)) throw invalid('kind', 'invalid');
    const today = wallDay(Date.now(), await zoneOfSite(tx, device));
    await tx
      .insertInto('deviceCheck')
      .values({ companyId: device.companyId, deviceId: device.id, kind: body.kind, doneOn: today })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return checksOf(tx, kit, device);
  },
});
