import { meansOfSlots } from '#core/telemetry/server/api.ts';
import { dayMs, hourMs, instantOf, offsetAt } from '#platform/common/time/wall-clock.ts';
import type { Context } from '#platform/server/serve.ts';
import {
  comparedNights,
  type FlowSlots,
  isUnusualNight,
  leakEstimate,
  lossPerYear,
  medianOf,
  minimumNightFlow,
  nightFlowHours,
  slotMinutes,
} from '../common/derived/night-flow.ts';
import type { WaterFlowReply, WaterUse } from '../common/insights.ts';
import { type Installed, sensorId } from './installed.ts';
import { waterUseOf } from './settings.ts';

/** The hours of the `n`th night before an instant that have ended, in local time; `day` is the day on which it ended. */
export function nightWindow(now: number, zone: string, n: number): { from: number; to: number; day: string } {
  const wall = now + offsetAt(now, zone);
  const today = Math.floor(wall / dayMs) * dayMs;
  const newest = wall >= today + nightFlowHours.to * hourMs ? today : today - dayMs;
  const midnight = newest - n * dayMs;
  return {
    from: instantOf(midnight + nightFlowHours.from * hourMs, zone),
    to: instantOf(midnight + nightFlowHours.to * hourMs, zone),
    day: new Date(midnight).toISOString().slice(0, 10),
  };
}

/** The first instant of a local day, `days` after that of `at`. */
export function localMidnight(at: number, zone: string, days = 0): number {
  const wall = at + offsetAt(at, zone);
  return instantOf(Math.floor(wall / dayMs) * dayMs + days * dayMs, zone);
}

type Night = { day: string; slots: FlowSlots };
type NightReport = Pick<WaterFlowReply, 'nights' | 'usual' | 'leak' | 'lossPerYear' | 'unusual'>;

/** The results of the nights of a meter, the newest first. */
export function nightReport(nights: readonly Night[], { dwellings, perDwelling, watched }: WaterUse): NightReport {
  const flows = nights.map(({ day, slots }) => ({ day, flow: minimumNightFlow(slots) }));
  const [newest, ...before] = flows.map(({ flow }) => flow);
  const known = before.filter((flow) => flow !== null);
  const use = dwellings * perDwelling;
  const flow = watched ? (newest ?? null) : null;
  const leak = flow === null ? null : leakEstimate(flow, use);
  return {
    nights: flows,
    usual: medianOf(known),
    leak,
    lossPerYear: leak === null ? null : lossPerYear(leak),
    unusual: flow !== null && isUnusualNight(flow, known, use),
  };
}

/** The reports of meters that measure a flow, in their order. One statement reads the nights of all. Runs as the role that sees all rows. */
export async function nightReports(
  { tx, kit }: Pick<Context, 'tx' | 'kit'>,
  devices: readonly Installed[],
  now: number,
): Promise<NightReport[]> {
  const useOf = await waterUseOf(
    tx,
    devices.flatMap(({ structureId }) => structureId ?? []),
  );
  const sensor = sensorId(kit, 'flow');
  const count = comparedNights + 1;
  const windows = devices.flatMap(({ id, zone }) =>
    Array.from({ length: count }, (_, n) => ({ device: id, sensor, ...nightWindow(now, zone, n) })),
  );
  const slots = await meansOfSlots(tx, windows, slotMinutes * 60);
  const nights = windows.map(({ day }, n) => ({ day, slots: slots[n] ?? [] }));
  return devices.map(({ structureId }, at) =>
    nightReport(nights.slice(at * count, (at + 1) * count), useOf(structureId)),
  );
}
