import { sensorRegistry } from '#core/devices/server/api.ts';
import { addEpisodes, addReadings, type Episode } from '#core/telemetry/server/api.ts';
import { type DemoTour, onTour } from '#core/tracking/common/demo-tour.ts';
import type { DemoTrack } from '#core/tracking/server/api.ts';
import { dayMs, hourMs, minuteMs } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { readingsOf, startKmOf } from './driven.ts';
import { tours } from './tours.ts';

const hourly = ['odometer', 'fuel', 'engineHours', 'externalVoltage'] as const;

/** When the engine was switched on or off in a span of time, to the minute. */
function* ignitionsOf(tour: DemoTour, from: number, to: number): Iterable<{ at: number; on: boolean }> {
  let before: boolean | null = null;
  for (let at = from; at < to; at += minuteMs) {
    const { engine } = onTour(tour, at);
    if (engine !== before) yield { at, on: engine };
    before = engine;
  }
}

/** What the trackers read during their history, which agrees with how their vehicles moved. */
export async function addDemoReadings(tx: Tx, kit: Kit, tracks: readonly DemoTrack[], days: number): Promise<void> {
  const { named } = sensorRegistry(kit.apps);
  const idOf = (key: string) => named('fleet', key)?.id ?? 0;
  const flat = { noise: 1, swing: 2, lowest: -150, total: false } as const;
  await addReadings(
    tx,
    tracks.flatMap(({ device }) => [
      { ...flat, device, sensor: idOf('battery'), mean: 92, swing: 1 },
      { ...flat, device, sensor: idOf('rssi'), mean: -74, noise: 4 },
    ]),
    days,
  );
  const now = Date.now();
  const episodes = tracks.flatMap(({ device, route, span }): Episode[] => {
    if (!('stays' in route)) return [];
    const from = Math.max(span?.from ?? 0, now - days * dayMs);
    const to = Math.min(span?.to ?? now, now);
    const startKm = startKmOf(tours.indexOf(route));
    const at = (time: number, key: string, value: number): Episode => ({
      ...{ device, sensor: idOf(key), from: new Date(time).toISOString(), minutes: 0, value },
      isState: true,
    });
    const switched = [...ignitionsOf(route, from, to)].map((one) => at(one.at, 'ignition', Number(one.on)));
    const hours = Array.from({ length: Math.floor((to - from) / hourMs) }, (_, n) => from + n * hourMs);
    return [
      ...switched,
      ...hours.flatMap((time) => {
        const read = readingsOf(route, time, startKm);
        return hourly.map((key) => at(time, key, read[key]));
      }),
    ];
  });
  await addEpisodes(tx, episodes);
}
