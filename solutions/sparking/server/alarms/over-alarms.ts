import { sql } from 'kysely';
import { type Cleared, clearAlarms } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { Recorded } from '../stays/record-stays.ts';
import { stayAlarms } from './stay-looks.ts';
import { aboutLocation, aboutSlot } from './subjects.ts';

const namesOf = (kind: (typeof stayAlarms)[number]): readonly string[] =>
  kind === 'overstay' ? ['overstay', 'overstay-twice'] : [kind];

/** The kinds of alarms that were raised about a stay and have no reason any more. */
export const kindsOver = (before: readonly string[], now: readonly string[]): (typeof stayAlarms)[number][] =>
  stayAlarms.filter((kind) => {
    const names = namesOf(kind);
    return names.some((name) => before.includes(name)) && !names.some((name) => now.includes(name));
  });

/** Clears the alarms of stays that have ended, and of vehicles that charge now. */
export async function clearForStays(context: Emitting, { derived, changed, ended }: Recorded): Promise<void> {
  const left = ended.flatMap(({ slot, stay, at }): Cleared[] =>
    kindsOver(stay.raised, []).map((kind) => ({ ...aboutSlot(slot.companyId, slot.id), kind, at })),
  );
  const raisedBefore = new Map(
    derived.flatMap(({ slot, before }) => before.flatMap(({ to, raised }) => (to === null ? [[slot.id, raised]] : []))),
  );
  const charging = changed.flatMap(({ companyId, slotId, to, raised }): Cleared[] =>
    (['ev-blocked', 'ev-idle'] as const).flatMap((kind) =>
      to === null && raisedBefore.get(slotId)?.includes(kind) && !raised.includes(kind)
        ? [{ ...aboutSlot(companyId, slotId), kind }]
        : [],
    ),
  );
  await clearAlarms(context, [...left, ...charging, ...(await emptied(context, ended))]);
}

/** The closed car parks that the last vehicle has left. */
async function emptied({ tx }: Emitting, ended: Recorded['ended']): Promise<Cleared[]> {
  const leaving = ended.filter(({ stay }) => stay.raised.includes('left-after-closing'));
  if (leaving.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT n.id FROM unnest(${[...new Set(leaving.map(({ slot }) => slot.locationId))]}::integer[]) AS n (id)
     WHERE NOT EXISTS (SELECT FROM sparking_stay s JOIN sparking_slot t ON t.id = s.slot_id
                        WHERE t.location_id = n.id AND s.to_at IS NULL AND 'left-after-closing' = ANY (s.raised))`.execute(
    tx,
  );
  const empty = new Set(rows.map(({ id }) => id));
  return leaving.flatMap(({ slot, at }) =>
    empty.has(slot.locationId) ? [{ ...aboutLocation(slot), kind: 'left-after-closing', at }] : [],
  );
}
