import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AcceptedFix, type CandidateFix, type FilterState, filterFix } from './accepted-fixes.ts';

const maxSpeed = 200;
const secondMs = 1000;
/** A position this many metres north of a place, at a second. */
const at = (second: number, metres: number): CandidateFix => ({
  time: second * secondMs,
  lat: 25 + metres / 111_195,
  lng: 55,
  accuracy: 5,
  source: 'gnss',
  speed: null,
  motion: null,
});

function acceptedOf(fixes: readonly CandidateFix[]): AcceptedFix[] {
  let judgement: FilterState | null = null;
  return fixes.flatMap((fix) => {
    const step = filterFix(judgement, fix, maxSpeed);
    judgement = step.judgement;
    return step.accepted;
  });
}
const seconds = (fixes: readonly CandidateFix[]) => fixes.map(({ time }) => time / secondMs);
/** One position every 30 s, 500 m apart. */
const drive = Array.from({ length: 40 }, (_, i) => at(i * 30, i * 500));

test('Positions that lead on at a possible speed are all accepted', () => {
  expect(seconds(acceptedOf(drive))).toEqual(seconds(drive));
});

test('A jump of one to eight positions there and back is an outlier as a whole', () => {
  const jumps = fc.record({
    start: fc.integer({ min: 1, max: 30 }),
    length: fc.integer({ min: 1, max: 8 }),
    away: fc.integer({ min: 100_000, max: 900_000 }),
  });
  fc.assert(
    fc.property(jumps, ({ start, length, away }) => {
      const jumping = drive.map((fix, i) =>
        i >= start && i < start + length ? { ...fix, lat: fix.lat + away / 111_195 } : fix,
      );
      const expected = drive.filter((_, i) => i < start || i >= start + length);
      expect(seconds(acceptedOf(jumping))).toEqual(seconds(expected));
    }),
  );
});

test('A device that stays elsewhere for more than ten positions is believed from the first one on, and has jumped there', () => {
  const moved = drive.map((fix, i) => (i >= 20 ? { ...fix, lat: fix.lat + 3 } : fix));
  expect(seconds(acceptedOf(moved.slice(0, 30)))).toEqual(seconds(moved.slice(0, 20)));
  const accepted = acceptedOf(moved.slice(0, 31));
  expect(seconds(accepted)).toEqual(seconds(moved.slice(0, 31)));
  expect(accepted.filter(({ jumped }) => jumped)).toEqual([{ ...moved[20], jumped: true }]);
});

test('A device that stays elsewhere for more than ten minutes is believed however seldom it reports', () => {
  expect(seconds(acceptedOf([at(0, 0), at(60, 300_000), at(600, 300_000)]))).toEqual([0]);
  expect(seconds(acceptedOf([at(0, 0), at(60, 300_000), at(661, 300_000)]))).toEqual([0, 60, 661]);
});

test('A stray position does not interrupt the run of a device that is elsewhere', () => {
  const moved = Array.from({ length: 12 }, (_, i) => at(30 + i * 30, 300_000));
  const stray = at(100, 900_000);
  const fixes = [at(0, 0), ...moved, stray].sort((a, b) => a.time - b.time);
  expect(seconds(acceptedOf(fixes))).toEqual([0, ...seconds(moved)]);
});
