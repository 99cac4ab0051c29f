import { sql } from 'kysely';
import { codeOfCountry, countryOfCity } from '#core/countries/server/api.ts';
import { emit } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { recordWriter, type WriteOptions } from '#platform/server/records/writer.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Structure, type StructureFields, structure } from '../../common/structure.ts';
import { assertNotHeld } from '../held-places.ts';
import { outsideCountryCheck } from '../world.ts';
import { structureSelection, visibleStructuresOnly } from './structure-rows.ts';

const innerStructures = { app: 'places', what: 'inner-structure', table: 'structure' };
const hasMoved = (before: Partial<Structure> | null, after: Partial<Structure>) =>
  JSON.stringify(before?.location) !== JSON.stringify(after.location);

export const structureOptions: WriteOptions<Structure> = {
  select: structureSelection,
  seen: (actor) => visibleStructuresOnly(actor, 't.id'),
  async check({ tx }, after, before) {
    await assertSurroundings(tx, after, before);
    return {};
  },
  async changed(context, after, before) {
    if (!before) return;
    const { id, companyId } = after;
    const change = { id, isMoved: hasMoved(before, after), hasOtherZone: before.zone !== after.zone };
    await emit(context, 'structures.changed', { companyId, structures: [change] });
  },
  async removing(context, { id, companyId }) {
    await assertNotHeld(context.tx, innerStructures, 'parent_id', id);
    await emit(context, 'structure.removing', { id, companyId });
  },
  removed: (context, { id, companyId }) => emit(context, 'structure.removed', { id, companyId }),
};

/** Creates, changes and removes structures for apps, as the calls of structures do. */
export const structureWriter = recordWriter<Structure, StructureFields>(structure, structureOptions);

/**
 * Checks that the city and location are in the country, the area belongs to the company, and the parent is not a
 * descendant.
 */
async function assertSurroundings(tx: Tx, after: Partial<Structure>, before: Structure | null): Promise<void> {
  const { companyId = 0, countryId, cityId, areaId, parentId, location } = after;
  const code = countryId ? await codeOfCountry(tx, countryId) : null;
  if (!code) throw invalid('countryId', 'invalid');
  const moved = before?.countryId !== countryId || hasMoved(before, after);
  if (moved && location && (await outsideCountryCheck())(location, code)) throw invalid('location', 'invalidPlace');
  if (cityId && (await countryOfCity(tx, cityId)) !== countryId) throw invalid('cityId', 'invalid');
  if (
    areaId &&
    !(await tx
      .selectFrom('area')
      .select('id')
      .where('id', '=', areaId)
      .where('companyId', '=', companyId)
      .executeTakeFirst())
  )
    throw invalid('areaId', 'invalid');
  if (parentId) await assertParent(tx, companyId, parentId, before?.id);
}

async function assertParent(tx: Tx, companyId: number, parentId: number, id: number | undefined): Promise<void> {
  const ancestors = await sql<{ id: number; company_id: number }>`
    WITH RECURSIVE above AS (
      SELECT id, parent_id FROM structure WHERE id = ${parentId} AND company_id = ${companyId}
      UNION SELECT s.id, s.parent_id FROM structure s JOIN above ON s.id = above.parent_id
    ) SELECT id FROM above`.execute(tx);
  if (ancestors.rows.length === 0) throw invalid('parentId', 'invalid');
  if (id !== undefined && ancestors.rows.some((row) => row.id === id)) throw refuse(409, 'structure-within-itself');
}
