import { sql } from 'kysely';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { BayState } from '../stays/derive-stays.ts';
import type { Derived } from '../stays/record-stays.ts';
import { slotFacts } from '../stays/slot-facts.ts';
import { aboutSlot, slotSubject } from './subjects.ts';

/** Two detectors see a vehicle at slightly different times. */
const toleratedMs = 300_000;
const atOnce = 500;

/** Since when what watches a bay has contradicted itself, in ms since 1970; null if it agrees. */
export function disagreeingSince(sources: readonly (readonly BayState[])[]): number | null {
  const now = sources.flatMap((states) => states.filter(({ to, value }) => to === null && value !== null));
  const differ = now.some(({ value }) => (value ?? 0) > 0) && now.some(({ value }) => value === 0);
  return differ ? Math.max(...now.map(({ from }) => from)) : null;
}

/** Notes when the detectors of bays begin to contradict each other, and ends the alarms about those that agree again. */
export async function followDisagreement(context: Emitting, derived: readonly Derived[]): Promise<void> {
  const several = derived.filter(({ sources }) => sources.length > 1);
  if (several.length === 0) return;
  const notes = several.map(({ slot, sources }) => {
    const since = disagreeingSince(sources);
    return { id: slot.id, companyId: slot.companyId, at: since === null ? null : since + toleratedMs };
  });
  await sql`
    UPDATE sparking_slot_state s SET disagree_at = to_timestamp(n.at / 1000)
      FROM jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) AS n (id integer, at float8) WHERE s.id = n.id`.execute(
    context.tx,
  );
  await clearAlarms(
    context,
    notes.flatMap(({ id, companyId, at }) =>
      at === null ? [{ ...aboutSlot(companyId, id), kind: 'detector-disagree' }] : [],
    ),
  );
}

/** Raises the alarms about bays whose detectors have contradicted each other for long enough. */
export const dueDisagreements = dueBatch<{ id: number }>(
  'detectors that disagree',
  { table: 'sparking_slot_state', at: 'disagree_at' },
  atOnce,
  async (context, taken) => {
    const ids = taken.map(({ id }) => id);
    const slots = await slotFacts(context.tx, ids);
    await raiseAlarms(
      context,
      slots.flatMap((slot) =>
        slot.isActive ? [{ ...slotSubject(slot), kind: 'detector-disagree', severity: 'poor' as const }] : [],
      ),
    );
    await sql`UPDATE sparking_slot_state SET disagree_at = NULL WHERE id = ANY (${ids}::integer[])`.execute(context.tx);
  },
);
