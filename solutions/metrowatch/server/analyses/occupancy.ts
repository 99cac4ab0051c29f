import { analysedBy } from '#core/access/server/api.ts';
import { hoursOfWeek, staysIn } from '#core/states/server/api.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { analysisRoutes } from '../../common/analyses.ts';
import { leastSessionSeconds, parkingOccupancy } from '../../common/parking.ts';
import { app, found, trackerSensorId } from './seen-devices.ts';

/** How long parking slots were occupied, and how often. */
export const occupancyTiming: Handlers<typeof analysisRoutes>['occupancyTiming'] = async (context) => {
  const of = await analysedBy(context, app);
  const devices = (await found(context, 'analysis', [parkingOccupancy])).map(({ id }) => id);
  const slots = of.devices ? devices.filter((id) => of.devices?.includes(id)) : devices;
  const [from, to] = [Date.parse(of.from), Date.parse(of.to)];
  const days = (to - from) / dayMs;
  const states = { devices: slots, sensorId: trackerSensorId(context, 'occupied'), from, to };
  const { hours, stays } = await bypassRls(context.tx, context.actor.scope, async () => ({
    hours: await hoursOfWeek(context.tx, states, of.zone),
    stays: await staysIn(context.tx, states, leastSessionSeconds),
  }));
  const sum = (pick: (row: (typeof hours)[number]) => number) => hours.reduce((total, row) => total + pick(row), 0);
  const known = sum(({ knownSeconds }) => knownSeconds);
  const matrix = Array.from({ length: 7 }, () => Array.from({ length: 24 }, (): number | null => null));
  for (const { day, hour, onSeconds, knownSeconds } of hours)
    (matrix[day] as (number | null)[])[hour] = onSeconds / knownSeconds;
  return {
    zone: of.zone,
    slots: slots.length,
    occupied: known > 0 ? sum(({ onSeconds }) => onSeconds) / known : null,
    sessions: stays.count,
    turnover: slots.length > 0 && days > 0 ? stays.count / slots.length / days : null,
    meanStay: stays.mean,
    medianStay: stays.median,
    hours: matrix,
  };
};
