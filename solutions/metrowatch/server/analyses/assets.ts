import { sql } from 'kysely';
import { fencesOfDevices } from '#core/tracking/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { analysisRoutes } from '../../common/analyses.ts';
import { batteryDays, type Found, found, idsOf, newestOf } from './seen-devices.ts';

const trackers = [14, 15, 16];

/** The trackers that the caller may see, by what they do. */
export const assetsAnalysis: Handlers<typeof analysisRoutes>['assets'] = async (context) => {
  const devices = await found(context, 'analysis', trackers);
  const motion = await newestOf(context, idsOf(devices), 'motion');
  const left = await bypassRls(context.tx, context.actor.scope, () =>
    sql<{ n: number }>`
      SELECT count(DISTINCT f.device_id)::integer AS n FROM ${sql.raw(fencesOfDevices)} f
       WHERE f.device_id = ANY (${idsOf(devices)}::integer[]) AND f.event AND NOT f.inside`.execute(context.tx),
  );
  const days = [...(await batteryDays(context, idsOf(devices))).values()];
  const counted = (test: (device: Found) => boolean) => devices.filter(test).length;
  const isMoving = ({ id }: Found) => Number(motion.get(id) ?? 0) === 1;
  const isHere = ({ connection }: Found) => connection !== 'offline';
  return {
    tracked: devices.length,
    moving: counted((device) => isHere(device) && isMoving(device)),
    stopped: counted((device) => device.connection === 'online' && !isMoving(device)),
    sleeping: counted((device) => device.connection === 'sleeping' && !isMoving(device)),
    offline: counted(({ connection }) => connection === 'offline'),
    outside: left.rows[0]?.n ?? 0,
    meanBatteryDays: days.length === 0 ? null : days.reduce((sum, one) => sum + one, 0) / days.length,
  };
};
