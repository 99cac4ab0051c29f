import { sql } from 'kysely';
import { providePlanItems } from '#core/layouts/server/api.ts';
import { seenZones, structureOfZone } from './zone-desk-rows.ts';

type ZoneOnPlan = { id: number; name: string; structureId: number; number: number };

/** Zones of panels can be placed on the plans of their site, where incidents light them. */
export const providePlanZones = (): void =>
  providePlanItems('defcon', 'zone', async ({ tx, actor }, ids) => {
    const { rows } = await sql<ZoneOnPlan>`
      SELECT t.id, coalesce(t.name, t.number::text) AS name, t.number, ${structureOfZone} AS structure_id FROM defcon_zone t
       WHERE t.id = ANY (${ids}::integer[]) AND ${structureOfZone} IS NOT NULL AND ${seenZones(actor)}`.execute(tx);
    return rows.map(({ number, ...zone }) => ({ ...zone, look: { colour: 'teal', letter: String(number).slice(-2) } }));
  });
