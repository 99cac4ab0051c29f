import { describe, expect, test } from 'vitest';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { type DemoRoute, fixOnRoute } from '../common/demo-route.ts';
import { advanceTrack, type TrackState, trackSettings } from '../common/track-segments.ts';
import { FenceIndex } from './fences/fence-index.ts';
import { moveAlong, newTrack } from './track.ts';

const yard = { lat: 25.0, lng: 55.1 };
const route: DemoRoute = {
  path: [{ lat: 25.1, lng: 55.2 }, yard],
  speed: 60,
  standMinutes: 55,
  tunnel: { from: 0.4, to: 0.6, minutes: 100 },
};
const start = Date.parse('2026-05-10T00:00:00Z');
const fixes = Array.from({ length: 2880 }, (_, n) => fixOnRoute(route, start + n * minuteMs, 0, minuteMs) ?? []).flat();
const index = new FenceIndex(1, [{ id: 1, name: 'Yard', shape: { kind: 'circle', center: yard, radius: 100 } }]);
const model = { maxSpeed: 300, intervalSeconds: 1800, stop: { metres: 100, seconds: 180 } };

describe('the way of a demo tracker', () => {
  const { changes } = moveAlong(newTrack(), fixes, model, index);

  test('has a glitch of 200 metres in each stop, which does not count as an exit', () => {
    const [firstStand] = changes;
    const glitches = fixes.filter(({ motion, lat }) => !motion && Math.abs(lat - yard.lat - 200 / 111_195) < 1e-4);
    expect(glitches.length).toBeGreaterThan(2);
    expect(glitches[0]?.time).toBeGreaterThan(firstStand?.time ?? 0);
    const stays = changes.flatMap(({ kind, time }, n) =>
      kind === 'enter' ? [(changes[n + 1]?.time ?? time) - time] : [],
    );
    expect(changes.filter(({ kind }) => kind === 'exit').length).toBeGreaterThan(2);
    expect(stays.slice(0, -1).every((ms) => ms > (route.standMinutes - 2) * minuteMs)).toBe(true);
  });

  test('goes through a tunnel without a position, which is a gap', () => {
    const settings = trackSettings(1800);
    let state: TrackState | null = null;
    const kinds = new Set<string>();
    for (const fix of fixes) {
      const next = advanceTrack(state, fix, settings);
      state = next.state;
      for (const { kind } of next.ended) kinds.add(kind);
    }
    expect([...kinds].sort()).toEqual(['gap', 'stop', 'trip']);
  });
});
