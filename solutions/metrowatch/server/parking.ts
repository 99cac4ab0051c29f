import { visibleDevice } from '#core/devices/server/api.ts';
import { zoneOfSite } from '#core/places/server/api.ts';
import { spansOn } from '#core/states/server/api.ts';
import { tokenActive } from '#core/telemetry/server/api.ts';
import { clipped } from '#platform/common/time/state-spans.ts';
import { startOfDay } from '#platform/common/time/time.ts';
import { dayMs, wallDay } from '#platform/common/time/wall-clock.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { leastSessionSeconds, parkingOccupancy, type parkingRoutes } from '../common/parking.ts';
import { trackerSensorId } from './analyses/seen-devices.ts';

const sinceDays = 7;

export const parkingHandlers: Handlers<typeof parkingRoutes> = {
  async today({ tx, kit, actor, params }) {
    const device = await visibleDevice(tx, actor, 'metrowatch', params.id);
    if (device.solutionId !== parkingOccupancy) throw refuse(404, 'not-found');
    if (!(await tokenActive(kit, device.id))) throw refuse(477, 'nothing-to-show');
    const now = Date.now();
    const zone = await zoneOfSite(tx, device);
    const from = Date.parse(startOfDay(wallDay(now, zone), zone));
    const spans = await bypassRls(tx, actor.scope, () =>
      spansOn(tx, {
        devices: [device.id],
        sensorId: trackerSensorId({ kit }, 'occupied'),
        from: now - sinceDays * dayMs,
        to: now,
      }),
    );
    const occupied = spans.get(device.id) ?? [];
    const sessions = occupied.filter((span) => span.to - span.from >= leastSessionSeconds * 1000);
    const last = occupied.at(-1);
    const day = { from, to: from + dayMs };
    return {
      // A state that lasts until now has not ended.
      occupiedSince: last && now - last.to < 1000 ? new Date(last.from).toISOString() : null,
      day,
      sessions: clipped(sessions, day),
    };
  },
};
