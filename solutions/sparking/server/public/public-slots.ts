import { sql } from 'kysely';
import { floorNamed, spaceOutlines } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { PublicLocation, PublicSlot } from '../../common/public.ts';
import { isOutOfService } from '../counters/group-tallies.ts';
import { closedUntil, isKept } from '../reservations/kept-bays.ts';
import { type AlikeSlots, usedNow } from './public-counts.ts';
import { isForPublic } from './read-public.ts';

type Of = {
  id: number;
  at: number;
  state: PublicLocation['state'];
  knowsBays: boolean;
  place: PublicLocation['place'];
};
type Found = Omit<PublicSlot, 'floor'> & {
  id: number;
  rules: AlikeSlots['rules'];
  floor: { name: string } | null;
  outline: readonly { lat: number; lng: number }[] | null;
};

/** A ring ends where it begins. */
const polygon = (outline: NonNullable<Found['outline']>) => ({
  type: 'Polygon',
  coordinates: [[...outline, ...outline.slice(0, 1)].map(({ lat, lng }) => [lng, lat])],
});

/**
 * The bays that the public may use now as GeoJSON, drawn as on the map, otherwise at the place of their car park. Neither what watches them nor for whom they are
 * kept is part of it, and without recent data all are unknown.
 */
export async function publicSlots(tx: Tx, { id, at, state, knowsBays, place }: Of): Promise<string> {
  const { rows } = await sql<Found>`
    SELECT t.id, t.number, t.use, t.rules, ${floorNamed('t.floor_id')} AS floor, o.outline,
           CASE WHEN ${isOutOfService} THEN 'out-of-service' ELSE coalesce(s.state, 'unknown') END AS state
      FROM sparking_slot t JOIN sparking_group g ON g.id = t.group_id AND ${isForPublic} LEFT JOIN sparking_slot_state s ON s.id = t.id
      LEFT JOIN ${sql.raw(spaceOutlines)} o ON o.id = t.id
     WHERE t.location_id = ${id} AND ${closedUntil} IS NULL AND NOT ${isKept} ORDER BY t.number, t.id`.execute(tx);
  const point = place && { type: 'Point', coordinates: [place.lng, place.lat] };
  const features = rows.flatMap(({ id: slotId, floor, outline, rules, ...slot }) => {
    const use = usedNow({ use: slot.use, rules }, at);
    if (use === null) return [];
    const properties: PublicSlot = {
      ...{ ...slot, use, floor: floor?.name ?? null },
      state: (state === 'nodata' || !knowsBays) && slot.state !== 'out-of-service' ? 'unknown' : slot.state,
    };
    return [{ type: 'Feature', id: slotId, geometry: outline ? polygon(outline) : point, properties }];
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}
