import { sql } from 'kysely';
import { lastSeenByDevice } from '#core/devices/server/api.ts';
import { siteZone, structurePlaces } from '#core/places/server/api.ts';
import { isOpen, nextChange, scheduledDays, type WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { PublicLocation } from '../../common/public.ts';
import { isOutOfService } from '../counters/group-tallies.ts';
import { changesAhead } from '../forecast/read-forecast.ts';
import { slotSources } from '../locations/slot-sources.ts';
import { closedUntil, isKept } from '../reservations/kept-bays.ts';
import { countedGroups } from './counted-groups.ts';
import { type AlikeSlots, type PublicCounts, publicCounts } from './public-counts.ts';

/** Sensors that have said nothing for longer may have failed together: what they said before is not published. */
const freshMs = 5 * 60_000;
const shownDays = 7;
const laterMinutes = [30, 60];

/** Whether the public may park in the bay `t` of the group `g`, apart from the rules of the bay. */
export const isForPublic = sql<boolean>`(g.for_public AND g.kind <> 'reserved' AND t.reserved_for IS NULL AND t.retired_at IS NULL)`;
/** Whether bays say how full the group `g` of the location `l` is; otherwise its counters do. */
export const isBySlots = sql<boolean>`(coalesce(g.count_mode, l.count_mode) <> 'counters')`;

type Found = Pick<PublicLocation, 'zone' | 'place' | 'maxHeightCm' | 'feeEn' | 'feeAr'> & {
  id: number;
  name: string;
  type: string;
  countMode: string;
  publicNameEn: string | null;
  publicNameAr: string | null;
  schedule: WeekSchedule | null;
  almostFullPct: number;
  fullPct: number;
  publicSlots: boolean;
  /** Until when all that the public may use is closed for an event; null if it is not. */
  closedUntil: string | null;
  /** When a sensor of a bay was last heard. */
  heardAt: string | null;
};

async function findLocation(tx: Tx, id: number): Promise<(Found & { public: boolean }) | undefined> {
  const { rows } = await sql<Found & { public: boolean }>`
    SELECT l.id, l.name, l.public, l.type, l.count_mode, l.public_name_en, l.public_name_ar, l.schedule, l.almost_full_pct, l.full_pct, l.public_slots,
           l.max_height_cm, l.fee_en, l.fee_ar, ${siteZone('l.id', 'l.company_id')} AS zone,
           (SELECT jsonb_build_object('lat', p.lat, 'lng', p.lng) FROM ${sql.raw(structurePlaces)} p WHERE p.id = l.id) AS place,
           (SELECT CASE WHEN count(*) = count(c.until) THEN min(c.until) END FROM sparking_group g CROSS JOIN LATERAL (SELECT ${closedUntil} AS until) c
             WHERE g.location_id = l.id AND g.for_public AND g.kind <> 'reserved') AS closed_until,
           (SELECT max(h.last_message_at) FROM sparking_slot t JOIN sparking_group g ON g.id = t.group_id AND ${isForPublic} AND ${isBySlots}
              JOIN ${slotSources} o ON o.space_id = t.id JOIN ${sql.raw(lastSeenByDevice)} h ON h.device_id = o.device_id
             WHERE t.location_id = l.id) AS heard_at
      FROM sparking_location l WHERE l.id = ${id}`.execute(tx);
  return rows[0];
}

async function findAlike(tx: Tx, locationId: number): Promise<AlikeSlots[]> {
  const { rows } = await sql<AlikeSlots>`
    SELECT t.use, t.rules, coalesce(s.state, 'unknown') AS state, count(*)::integer AS count
      FROM sparking_slot t JOIN sparking_location l ON l.id = t.location_id
      JOIN sparking_group g ON g.id = t.group_id AND ${isForPublic} AND ${isBySlots} LEFT JOIN sparking_slot_state s ON s.id = t.id
     WHERE t.location_id = ${locationId} AND ${isOutOfService} IS NOT TRUE AND ${closedUntil} IS NULL AND NOT ${isKept} GROUP BY 1, 2, 3`.execute(
    tx,
  );
  return rows;
}

type Read = Found & {
  state: PublicLocation['state'];
  /** The states of single bays are recent. */
  knowsBays: boolean;
  counts: PublicCounts;
  later: PublicLocation['later'];
  at: number;
};

/** A public car park as it is now. */
export async function readPublic(tx: Tx, id: number): Promise<Read> {
  const found = await findLocation(tx, id);
  if (!found?.public) throw refuse(404, 'feed-unknown');
  const read = await countedNow(tx, found);
  return read.state === 'open' ? { ...read, later: await freeLater(tx, read) } : read;
}

/** A car park as displays at its gates show it, which need no public page; null if it is gone. */
export async function readBoard(tx: Tx, id: number): Promise<Read | null> {
  const found = await findLocation(tx, id);
  return found ? countedNow(tx, found) : null;
}

const latest = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && Date.parse(b) > Date.parse(a)) ? b : a;

/** While a car park is closed, or nothing is known, there are no numbers. */
async function countedNow(tx: Tx, found: Found): Promise<Read> {
  const at = Date.now();
  // What is closed for an event is closed, whatever its hours are.
  const open = found.closedUntil === null && (found.schedule === null || isOpen(found.schedule, at));
  const knowsBays = found.heardAt !== null && at - Date.parse(found.heardAt) <= freshMs;
  const counts = publicCounts(knowsBays ? await findAlike(tx, found.id) : [], at);
  const counted = await countedGroups(tx, found.id, at);
  counts.free += counted.free;
  counts.total += counted.total;
  const known = [counts, ...counts.byUse.values()].some(({ total }) => total > 0);
  const heardAt = latest(found.heardAt, counted.heardAt);
  return { ...found, at, heardAt, knowsBays, counts, later: [], state: !open ? 'closed' : known ? 'open' : 'nodata' };
}

/** The bays of the public follow the whole car park from what they are now. */
async function freeLater(tx: Tx, { id, at, counts }: Read): Promise<PublicLocation['later']> {
  const { free, total } = counts;
  const ahead = total === 0 ? [] : await changesAhead(tx, id, { now: at, minutes: laterMinutes });
  return ahead.map(({ minutes, change }) => ({
    minutes,
    free: Math.min(total, Math.max(0, Math.round(free - change * total))),
  }));
}

function levelOf({ counts: { free, total }, almostFullPct, fullPct }: Read): PublicLocation['level'] {
  if (total === 0) return null;
  const percent = ((total - free) * 100) / total;
  return free === 0 || percent >= fullPct ? 'full' : percent >= almostFullPct ? 'almost-full' : 'spaces';
}

/** When it opens or closes next, in ms since 1970; null: it does not. */
function turnOf({ schedule, closedUntil: until, at }: Read): number | null {
  if (until === null) return schedule && nextChange(schedule, at);
  const end = Date.parse(until);
  return schedule === null || isOpen(schedule, end) ? end : nextChange(schedule, end);
}

/** What the public page shows. */
export function publicPage(read: Read): PublicLocation {
  const { name, schedule, state, counts, at, zone, maxHeightCm, feeEn, feeAr, place, heardAt } = read;
  const isLive = state === 'open';
  const changesAt = turnOf(read);
  return {
    nameEn: read.publicNameEn ?? read.publicNameAr ?? name,
    nameAr: read.publicNameAr ?? read.publicNameEn ?? name,
    state,
    level: isLive ? levelOf(read) : null,
    free: isLive ? counts.free : null,
    total: isLive ? counts.total : null,
    uses: isLive ? [...counts.byUse].map(([use, count]) => ({ use, ...count })) : [],
    later: read.later,
    at: heardAt && new Date(heardAt).toISOString(),
    changesAt: changesAt === null ? null : new Date(changesAt).toISOString(),
    days:
      schedule &&
      scheduledDays(schedule, at, shownDays).map(({ date, open }) => ({
        date,
        open: open.map(([from, to]) => [from, to]),
      })),
    zone: schedule?.timeZone ?? zone,
    ...{ maxHeightCm, feeEn, feeAr, place },
  };
}
