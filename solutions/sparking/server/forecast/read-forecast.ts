import { sql } from 'kysely';
import { siteZone } from '#core/places/server/api.ts';
import { isOpen } from '#platform/common/time/week-schedule.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { leastKnown } from '../../common/analysis.ts';
import type { Forecast, NotShown } from '../../common/forecast.ts';
import { ms } from '../analysis/bay-spans.ts';
import { quarterMs } from '../stays/times.ts';
import { type Band, rangeAround, shareAhead } from './expected.ts';
import { type Clock, localQuarter, quarterOf, startOfDay } from './local-days.ts';
import { type Errors, isProven } from './proof.ts';

/** A quarter that has ended longer ago says nothing about now. */
const latestQuarters = 4;

type Stored = Clock & {
  isOn: boolean;
  from: number | null;
  expected: readonly (number | null)[];
  bands: readonly Band[];
  error: number | null;
  asNow: number | null;
  weekAgo: number | null;
  anyTime: number | null;
  countedUntil: number;
  /** Whether it was open in the quarter that was counted last, and how full it was then if enough was known. */
  wasOpen: boolean;
  share: number | null;
};

async function storedForecast(tx: Tx, id: number): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    SELECT l.forecast AS is_on, l.schedule, coalesce(l.schedule ->> 'timeZone', ${siteZone('l.id', 'l.company_id')}) AS zone, ${ms('f.from_at')} AS "from",
           f.expected, f.bands, f.error, f.error_as_now AS as_now, f.error_week AS week_ago, f.error_any_time AS any_time,
           ${ms('c.counted_until')} AS counted_until, coalesce(q.open_seconds > 0, false) AS was_open,
           CASE WHEN q.open_seconds > 0 AND q.occupied_seconds + q.free_seconds >= ${leastKnown}::float8 * q.open_seconds
                THEN q.occupied_seconds::float8 / (q.occupied_seconds + q.free_seconds) END AS share
      FROM sparking_location l JOIN sparking_forecast f ON f.id = l.id JOIN sparking_counted c ON c.id = l.id
      LEFT JOIN sparking_quarter q ON q.location_id = l.id AND q.group_id = 0 AND q.at = c.counted_until - interval '15 minutes'
     WHERE l.id = ${id}`.execute(tx);
  return rows[0];
}

const errorsOf = ({ error, asNow, weekAgo, anyTime }: Stored): Errors | null =>
  error === null || asNow === null || weekAgo === null || anyTime === null ? null : { error, asNow, weekAgo, anyTime };

/** Why there is no forecast now; null if there is one. */
function whyNot(stored: Stored, now: number): NotShown | null {
  const errors = errorsOf(stored);
  if (!stored.isOn) return 'off';
  if (errors === null) return 'history';
  if (!isProven(errors)) return 'not-better';
  const isLate = stored.countedUntil < (quarterOf(now) - latestQuarters) * quarterMs;
  return isLate || (stored.wasOpen && stored.share === null) ? 'unknown' : null;
}

/** Why nothing is expected of any of the quarters. */
const whyNothing = ({ schedule }: Stored, quarters: readonly { at: string }[]): NotShown =>
  schedule !== null && quarters.every(({ at }) => !isOpen(schedule, Date.parse(at))) ? 'closed' : 'history';

/** How full a quarter will be, and how much that may differ; null if it is closed then, or nothing is expected of it. */
type Ahead = (quarter: number) => { share: number; low: number; high: number } | null;

function aheadOf({ from, expected, bands, countedUntil, share, schedule }: Stored): Ahead {
  const first = quarterOf(from ?? 0);
  const last = quarterOf(countedUntil) - 1;
  const usual = expected[last - first] ?? null;
  const fuller = share === null || usual === null ? 0 : share - usual;
  return (quarter) => {
    const then = expected[quarter - first] ?? null;
    if (then === null || (schedule !== null && !isOpen(schedule, quarter * quarterMs))) return null;
    const shareThen = shareAhead(then, fuller, quarter - last);
    return { share: shareThen, ...rangeAround(shareThen, bands, quarter - last) };
  };
}

/** The forecast of a location from now to midnight there; undefined if it is gone. */
export async function forecastOf(tx: Tx, id: number, now: number): Promise<Forecast | undefined> {
  const stored = await storedForecast(tx, id);
  if (!stored) return undefined;
  const { zone } = stored;
  const current = quarterOf(now);
  const { day } = localQuarter(current, zone);
  const [dayFrom, dayTo] = [startOfDay(day, zone), startOfDay(day + 1, zone)];
  const ahead = aheadOf(stored);
  const quarters = Array.from({ length: quarterOf(dayTo) - current }, (_, n) => ({
    at: new Date((current + n) * quarterMs).toISOString(),
    ...(ahead(current + n) ?? { share: null, low: null, high: null }),
  }));
  const reason =
    whyNot(stored, now) ?? (quarters.some(({ share }) => share !== null) ? null : whyNothing(stored, quarters));
  return {
    reason,
    errors: errorsOf(stored),
    ...{ zone, dayFrom: new Date(dayFrom).toISOString(), dayTo: new Date(dayTo).toISOString() },
    quarters: reason === null ? quarters : [],
  };
}

/** By how much the share of a location will have changed in so many minutes; null where no forecast is shown. */
export async function changesAhead(
  tx: Tx,
  id: number,
  { now, minutes }: { now: number; minutes: readonly number[] },
): Promise<{ minutes: number; change: number }[]> {
  const stored = await storedForecast(tx, id);
  if (!stored || stored.share === null || whyNot(stored, now) !== null) return [];
  const { share } = stored;
  const ahead = aheadOf(stored);
  return minutes.flatMap((of) => {
    const then = ahead(quarterOf(now + of * 60_000));
    return then === null ? [] : [{ minutes: of, change: then.share - share }];
  });
}
