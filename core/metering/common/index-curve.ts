import { instantOf, offsetAt } from '#platform/common/time/wall-clock.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** A reading of the index. Times in milliseconds since 1970. */
export type IndexPoint = { at: number; value: number };
/** The time during which one meter counted without a break; the newest has no end. */
export type IndexSegment = { from: number; startIndex: number; to: number | null; endIndex: number | null };
/** A rise that is not billed; `until` is when the index returned. */
export type Exclusion = { at: number; until: number | null; rise: number };
export type MeterHistory = { segments: readonly IndexSegment[]; exclusions: readonly Exclusion[] };

export const qualities = ['measured', 'interpolated', 'estimated'] as const;
export type ReadingQuality = (typeof qualities)[number];
/** The consumption since the first segment began. */
export type TotalPoint = { at: number; total: number };
export type TotalAt = { total: number; quality: ReadingQuality };

const grownIn = ({ startIndex, endIndex }: IndexSegment, value: number | null = endIndex) => (value ?? 0) - startIndex;

function excludedAt(at: number, exclusions: readonly Exclusion[]): number {
  const valid = exclusions.filter((one) => one.at <= at && (one.until === null || at < one.until));
  return valid.reduce((sum, { rise }) => sum + rise, 0);
}

/** The consumption since the first segment began up to a reading. */
export function totalOf({ at, value }: IndexPoint, { segments, exclusions }: MeterHistory): TotalPoint {
  let total = 0;
  for (const segment of segments) {
    const ended = segment.to !== null && segment.to <= at;
    total += ended ? grownIn(segment) : grownIn(segment, value);
    if (!ended) break;
  }
  return { at, total: total - excludedAt(at, exclusions) };
}

/** The index that the meter of that time would show; the reverse of `totalOf`. */
export function indexAt({ at, total }: TotalPoint, { segments, exclusions }: MeterHistory): number {
  let rest = total + excludedAt(at, exclusions);
  for (const segment of segments) {
    const ended = segment.to !== null && segment.to <= at;
    if (!ended) return segment.startIndex + rest;
    rest -= grownIn(segment);
  }
  return rest;
}

/** The points at which segments begin and end. */
export function boundariesOf(history: MeterHistory): TotalPoint[] {
  const [first] = history.segments;
  if (!first) return [];
  let sum = 0;
  const ends = history.segments.flatMap((segment) => {
    if (segment.to === null) return [];
    sum += grownIn(segment);
    // Just before the end, so that a reading of the next segment at the same time comes after it.
    return { at: segment.to - 1, total: sum - excludedAt(segment.to - 1, history.exclusions) };
  });
  return [{ at: first.from, total: 0 }, ...ends];
}

/**
 * The total at an instant between its neighbours: measured if one is within `toleranceMs`, otherwise interpolated. Null
 * if a neighbour is missing and the other is too far.
 */
export function totalBetween(
  at: number,
  before: TotalPoint | null,
  after: TotalPoint | null,
  toleranceMs: number,
): TotalAt | null {
  const nearest = before && after ? (at - before.at <= after.at - at ? before : after) : (before ?? after);
  if (nearest && Math.abs(nearest.at - at) <= toleranceMs) return { total: nearest.total, quality: 'measured' };
  if (!before || !after) return null;
  const share = (at - before.at) / (after.at - before.at);
  return { total: before.total + share * (after.total - before.total), quality: 'interpolated' };
}

/**
 * A reading counts as taken at an instant if it is within two reporting intervals, or within an hour if that is longer.
 * In milliseconds.
 */
export const toleranceOf = (reportEverySeconds: number): number => Math.max(2 * reportEverySeconds * 1000, hourMs);

/** The consumption of a full day: the instant at which it began, and the amount. */
export type FullDay = { from: number; amount: number };
/** The days on which an estimate is based. */
export const estimateDays = 28;
const fewestDays = 7;

const weekday = (at: number, zone: string) => new Date(at + offsetAt(at, zone)).getUTCDay();

/** The midnight that begins the local day of an instant, or a later one. */
export function midnightOf(at: number, zone: string, days = 0): number {
  const wall = Math.floor((at + offsetAt(at, zone)) / dayMs) * dayMs;
  return instantOf(wall + days * dayMs, zone);
}

/**
 * The total at an instant after the last reading: for each day the mean of the same weekday in the newest full days, or
 * `dailyLastYear` if there are fewer than seven. Null without any basis.
 */
export function estimatedTotal(
  at: number,
  last: TotalPoint,
  { days, dailyLastYear, zone }: { days: readonly FullDay[]; dailyLastYear: number | null; zone: string },
): number | null {
  const enough = days.length >= fewestDays;
  if (!enough && dailyLastYear === null) return null;
  const meanOf = (some: readonly FullDay[]) => some.reduce((sum, { amount }) => sum + amount, 0) / some.length;
  const byWeekday = Map.groupBy(days, ({ from }) => weekday(from, zone));
  const daily = (from: number) => {
    if (!enough) return dailyLastYear ?? 0;
    return meanOf(byWeekday.get(weekday(from, zone)) ?? days);
  };
  let total = last.total;
  for (let from = last.at; from < at; ) {
    const next = Math.min(at, midnightOf(from, zone, 1));
    const length = midnightOf(from, zone, 1) - midnightOf(from, zone);
    total += (daily(from) * (next - from)) / length;
    from = next;
  }
  return total;
}
