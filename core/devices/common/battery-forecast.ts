import { z } from 'zod';

/** The capacity of a battery, and its consumption. Capacity in mAh, sleeping in µA, a message and a fix in µAh. */
export const batterySpec = z.object({
  capacity: z.number(),
  sleep: z.number(),
  message: z.number(),
  fix: z.number().optional(),
});
export type BatterySpec = z.infer<typeof batterySpec>;

/**
 * A day of a device: the median of its level in percent, null without any; whether it was charged, and its temperature
 * in °C.
 */
export type BatteryDay = { daysAgo: number; level: number | null; charged: boolean; temperature: number | null };

/** The days until a battery is empty. `from` and `to`: the range of a measured forecast; null for one by the model. */
export type BatteryForecast = { days: number; from: number | null; to: number | null };

const emptyLevel = 5;
const leastDays = 7;
const leastLoss = 3;
const leastFit = 0.6;
const hot = 45;
const hotFactor = 0.7;
/**
 * A level that rises by this much from one day to the next indicates charging, even if the device does not report it.
 */
const chargedRise = 5;
/** A level that is higher by this much than before belongs to a new or charged battery. */
export const renewedRise = 15;

/** A device with a shorter forecast is listed as needing a new battery. */
export const replaceSoonDays = 30;

/** How many days a full battery lasts at a reporting interval. A tracker takes a fix for each message. */
export function batteryLifeDays({ capacity, sleep, message, fix = 0 }: BatterySpec, intervalSeconds: number): number {
  const messages = 86_400 / intervalSeconds;
  return (capacity * 1000) / (sleep * 24 + messages * (message + fix));
}

/** The days since the battery was charged last, the oldest first. */
function sinceCharged(days: readonly BatteryDay[]): { at: number; level: number }[] {
  const known = days
    .toSorted((a, b) => b.daysAgo - a.daysAgo)
    .filter(({ level, charged }) => level !== null || charged);
  const last = known.findLastIndex(({ charged, level }, i) => {
    const before = known[i - 1]?.level ?? null;
    return charged || (before !== null && level !== null && level - before >= chargedRise);
  });
  const first = known[last]?.charged ? last + 1 : Math.max(last, 0);
  return known.slice(first).flatMap(({ daysAgo, level }) => (level === null ? [] : { at: -daysAgo, level }));
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** The loss in percent a day by least squares, with its standard error; null if the days do not show one. */
function lossPerDay(days: readonly { at: number; level: number }[]): { loss: number; error: number } | null {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || days.length < 3) return null;
  if (last.at - first.at < leastDays || first.level - last.level < leastLoss) return null;
  const mean = {
    at: sumOf(days.map(({ at }) => at)) / days.length,
    level: sumOf(days.map((d) => d.level)) / days.length,
  };
  const sxx = sumOf(days.map(({ at }) => (at - mean.at) ** 2));
  const sxy = sumOf(days.map(({ at, level }) => (at - mean.at) * (level - mean.level)));
  const syy = sumOf(days.map(({ level }) => (level - mean.level) ** 2));
  const fit = sxy ** 2 / (sxx * syy);
  if (sxy >= 0 || fit < leastFit) return null;
  const residual = syy - sxy ** 2 / sxx;
  return { loss: -sxy / sxx, error: Math.sqrt(Math.max(0, residual) / (days.length - 2) / sxx) };
}

/**
 * The forecast of a battery from its newest 30 days: measured if they show how fast it empties, else from the
 * consumption of its model. `levelNow` is the last reported level. Null if neither is known, and while it is charged.
 */
export function forecastBattery(
  days: readonly BatteryDay[],
  model: { battery: BatterySpec; intervalSeconds: number } | null,
  levelNow: number | null = null,
): BatteryForecast | null {
  const newest = days.toSorted((a, b) => a.daysAgo - b.daysAgo)[0];
  if (newest?.charged) return null;
  const before = sinceCharged(days);
  const smoothed = before.at(-1)?.level ?? null;
  // The median of the day does not reflect a battery change yet.
  const isRenewed = levelNow !== null && (smoothed === null || levelNow - smoothed >= renewedRise);
  const running = isRenewed ? [] : before;
  const level = isRenewed ? levelNow : smoothed;
  if (level === null) return null;
  const left = Math.max(0, level - emptyLevel);
  const measured = lossPerDay(running);
  if (measured) {
    const { loss, error } = measured;
    return { days: left / loss, from: left / (loss + error), to: left / (loss - error) };
  }
  if (!model) return null;
  const isHot = (newest?.temperature ?? 0) > hot;
  const life = batteryLifeDays(model.battery, model.intervalSeconds) * (isHot ? hotFactor : 1);
  return { days: (life * left) / 100, from: null, to: null };
}
