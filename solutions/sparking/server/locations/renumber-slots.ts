import { sql } from 'kysely';
import { renameSpaces } from '#core/places/server/api.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { numberAt, type slotRoutes } from '../../common/slot.ts';
import { tellLocations } from '../plan/live-slots.ts';
import { assertMay, isSeenSlot } from './sites.ts';

const most = 1000;
const longest = 20;
type Bay = { id: number; number: string; companyId: number; locationId: number };

/** Renumbers bays in the order of their numbers. They keep their ids, and with them their past, and their codes. */
export const renumberSlots: Handlers<typeof slotRoutes>['renumber'] = async (context) => {
  const { tx, actor, body } = context;
  const ids = body.ids && [...new Set(body.ids)];
  const { rows } = await sql<Bay>`
    SELECT t.id, t.number, t.company_id, t.location_id FROM sparking_slot t
     WHERE (t.id = ANY (${ids ?? null}::integer[]) OR t.group_id = ${body.groupId ?? null}::integer) AND ${isSeenSlot(actor)}
     ORDER BY t.id LIMIT ${most + 1} FOR NO KEY UPDATE`.execute(tx);
  const [first] = rows;
  if (!first || (ids && rows.length < ids.length)) throw refuse(404, 'not-found');
  if (rows.some(({ locationId }) => locationId !== first.locationId)) throw invalid('ids', 'invalid');
  if (rows.length > most) throw invalid('groupId', 'tooMany');
  const { companyId, locationId: structureId } = first;
  assertMay(actor, 'slot', 'update', structureId);
  if (numberAt(body, rows.length - 1).length > longest) throw invalid('prefix', 'tooLong');
  const spaces = rows
    .toSorted((a, b) => a.number.localeCompare(b.number, 'en', { numeric: true }))
    .map((bay, at) => ({ id: bay.id, name: numberAt(body, at) }));
  await renameSpaces(context, companyId, { structureId, spaces });
  tellLocations(context, [{ id: structureId, companyId }]);
  return { changed: spaces.length };
};
