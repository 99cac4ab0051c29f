import { expect, test } from 'vitest';
import { contains, ringsOf } from '../../common/area-geometry.ts';
import { AreaIndex } from './area-index.ts';

test('the areas of 10,000 locations are found as by testing every polygon, at least ten times as fast', () => {
  const round = (lng: number, lat: number, radius: number) =>
    Array.from({ length: 500 }, (_, n) => {
      const turn = (2 * Math.PI * n) / 500;
      return { lat: lat + radius * Math.sin(turn), lng: lng + radius * Math.cos(turn) };
    });
  const areas = Array.from({ length: 60 }, (_, n) => {
    const radius = 0.1 + (n % 7) * 0.01;
    const polygons = [{ outer: round(50 + (n % 10) * 0.2, 20 + Math.floor(n / 10) * 0.2, radius), holes: [] }];
    return { subjectId: n + 1, polygons, squareMetres: 1000 * radius };
  });
  const points = Array.from({ length: 10_000 }, (_, n) => ({
    lat: 19.9 + (n % 100) * 0.012,
    lng: 49.9 + (n / 100) * 0.02,
  }));
  const timed = <T>(work: () => T): [T, number] => {
    const began = performance.now();
    return [work(), performance.now() - began];
  };
  const ranked = areas.toSorted((a, b) => a.squareMetres - b.squareMetres || a.subjectId - b.subjectId);
  const rings = ranked.map(({ subjectId, polygons }) => ({
    subjectId,
    all: polygons.map((one) => ({ ...ringsOf(one), box: [-180, -90, 180, 90] as const })),
  }));
  const [slow, slowMs] = timed(() =>
    points.map((at) => {
      const hits = rings.filter(({ all }) => all.some((one) => contains(one, at)));
      return hits[0]?.subjectId ?? null;
    }),
  );
  const [fast, fastMs] = timed(() => {
    const index = new AreaIndex(areas);
    return points.map((at) => index.smallest(at));
  });
  expect(fast).toEqual(slow);
  expect(slowMs / fastMs).toBeGreaterThan(10);
});
