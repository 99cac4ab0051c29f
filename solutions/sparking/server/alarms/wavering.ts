import { type RawBuilder, sql } from 'kysely';
import { clearAlarms, raiseAlarms, storedAlarms } from '#core/alarms/server/api.ts';
import { type Emitting, emittingAsSystem } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Interval } from '../stays/kept-intervals.ts';
import type { Derived, Recorded } from '../stays/record-stays.ts';
import { waverMs } from '../stays/times.ts';
import { tellingSlots } from '../webhooks/slot-events.ts';
import { aboutSlot, slotSubject } from './subjects.ts';

/** So many changes in ten minutes are not vehicles. */
const mostChanges = 6;
/** So many occupations in a day that are too short for a stay have another cause than vehicles. */
const mostGhosts = 10;
const atOnce = 500;

/** The last change of a bay since it is watched by its sensor, and how often it has changed in the minutes before that. */
function changesBefore(intervals: readonly Interval[], watchedFrom: number): { last: Interval; count: number } | null {
  const known = intervals.filter(({ to }) => to === null || to > watchedFrom);
  const turns = known.filter(({ occupied }, n) => n > 0 && known[n - 1]?.occupied !== occupied);
  const last = turns.at(-1);
  return last ? { last, count: turns.filter(({ from }) => from > last.from - waverMs).length } : null;
}

/**
 * A bay whose state changes too often to be believed is unknown until it has been quiet, and raises an alarm. `wavering`:
 * the bays that are known to do so already.
 */
export async function raiseWavering(
  context: Emitting,
  { derived, changed, intervals }: Recorded,
  wavering: ReadonlySet<number>,
): Promise<void> {
  await raiseFlapping(context, derived, { intervals, wavering });
  const short = new Set(changed.flatMap(({ slotId, counted }) => (counted ? [] : slotId)));
  await raiseGhosts(
    context,
    derived.filter(({ slot }) => short.has(slot.id)),
  );
}

async function raiseFlapping(
  context: Emitting,
  derived: readonly Derived[],
  { intervals, wavering }: Pick<Recorded, 'intervals'> & { wavering: ReadonlySet<number> },
): Promise<void> {
  const now = Date.now();
  const changes = derived.flatMap(({ slot: { id, watchedFrom } }) => {
    const found = changesBefore(intervals.get(id) ?? [], watchedFrom ?? Number.NEGATIVE_INFINITY);
    // What has wavered in the past is over.
    if (!found || found.last.from <= now - waverMs) return [];
    const isMuch = found.count >= mostChanges;
    if (!isMuch && !wavering.has(id)) return [];
    const { from, occupied } = found.last;
    return [{ id, until: from + waverMs, since: from, behind: occupied ? 'occupied' : 'free', isMuch }];
  });
  if (changes.length === 0) return;
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    WITH held AS (
      SELECT s.id, s.flapping_until IS NULL AS is_new, n.until, n.behind, n.since
        FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS n (id integer, until float8, since float8, behind text, "isMuch" boolean)
        JOIN sparking_slot_state s ON s.id = n.id WHERE n."isMuch" OR s.flapping_until IS NOT NULL)
    UPDATE sparking_slot_state s
       SET flapping_until = to_timestamp(h.until / 1000), state = 'unknown', since = to_timestamp(h.since / 1000),
           behind = h.behind, behind_since = to_timestamp(h.since / 1000)
      FROM held h WHERE s.id = h.id RETURNING s.id, h.is_new`.execute(context.tx);
  const fresh = new Set(rows.flatMap(({ id, isNew }) => (isNew ? id : [])));
  await raiseAlarms(
    context,
    derived.flatMap(({ slot }) =>
      slot.isActive && fresh.has(slot.id)
        ? [{ ...slotSubject(slot), kind: 'slot-flapping', severity: 'poor' as const }]
        : [],
    ),
  );
}

/** Ends the doubt about bays that have been quiet for long enough: they are what their sensors say. */
export const dueFlapping = dueBatch<{ id: number; companyId: number }>(
  'bays that waver',
  { table: 'sparking_slot_state', at: 'flapping_until' },
  atOnce,
  async (context, taken) => {
    const ids = taken.map(({ id }) => id);
    await tellingSlots(
      context,
      async () => ids,
      async () => {
        await sql`
          UPDATE sparking_slot_state SET state = behind, since = behind_since, flapping_until = NULL, behind = NULL, behind_since = NULL
           WHERE id = ANY (${ids}::integer[])`.execute(context.tx);
      },
    );
    await clearAlarms(
      context,
      taken.map(({ id, companyId }) => ({ ...aboutSlot(companyId, id), kind: 'slot-flapping' })),
    );
  },
);

/** SQL of how often the bay `id` was occupied within a day too shortly for a stay. */
const ghostsOf = (id: RawBuilder<unknown>) => sql`(
  SELECT count(*) FROM sparking_stay y WHERE y.slot_id = ${id} AND y.from_at > now() - interval '1 day' AND NOT y.counted)`;

async function raiseGhosts(context: Emitting, derived: readonly Derived[]): Promise<void> {
  if (derived.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    SELECT n.id FROM unnest(${derived.map(({ slot }) => slot.id)}::integer[]) AS n (id) WHERE ${ghostsOf(sql`n.id`)} > ${mostGhosts}`.execute(
    context.tx,
  );
  const haunted = new Set(rows.map(({ id }) => id));
  await raiseAlarms(
    context,
    derived.flatMap(({ slot }) =>
      slot.isActive && haunted.has(slot.id)
        ? [{ ...slotSubject(slot), kind: 'ghosts', severity: 'poor' as const }]
        : [],
    ),
  );
}

/** Ends the alarms about bays that have had few of these occupations within the last day. */
export const clearGhosts = (kit: Kit): Promise<void> =>
  emittingAsSystem(kit, kit.db, async (context) => {
    const { rows } = await sql<{ id: number; companyId: number }>`
      SELECT a.subject_id AS id, a.company_id FROM ${sql.raw(storedAlarms)} a
       WHERE a.app = 'sparking' AND a.kind = 'ghosts' AND a.disposition IN ('open', 'escalated') AND a.condition = 'active'
         AND a.subject_type = 'parking-slot' AND ${ghostsOf(sql`a.subject_id`)} <= ${mostGhosts}`.execute(context.tx);
    await clearAlarms(
      context,
      rows.map(({ id, companyId }) => ({ ...aboutSlot(companyId, id), kind: 'ghosts' })),
    );
  });
