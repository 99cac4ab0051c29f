import { sql } from 'kysely';
import { emit } from '#platform/server/domain-events.ts';
import { recordWriter, type WriteOptions } from '#platform/server/records/writer.ts';
import { type Space, type SpaceFields, space } from '../../common/space.ts';
import { assertNotHeld } from '../held-places.ts';
import { floorNamed, spaceNamed } from '../place-names.ts';
import { assertStructure, visibleStructuresOnly } from '../structures/structure-rows.ts';
import { checkSpace } from './space-checks.ts';

const innerSpaces = { app: 'places', what: 'inner-space', table: 'space' };
/** A new space without further fields. */
const plain = { kind: 'room', code: null, floorId: null, parentId: null, capacity: null, outline: null };

export const spaceOptions: WriteOptions<Space> = {
  select: () => ({
    floor: floorNamed('t.floor_id'),
    parent: spaceNamed('t.parent_id'),
    innerSpaces: sql`(SELECT count(*) FROM space i WHERE i.parent_id = t.id)`,
  }),
  seen: (actor) => visibleStructuresOnly(actor, 't.structure_id'),
  async check(context, fields, before) {
    const after = { ...plain, ...fields } as Space;
    if (!before) await assertStructure(context.tx, context.actor, after.companyId, after.structureId);
    const place = await checkSpace(context, after, before);
    // node-postgres would write a JavaScript array as a PostgreSQL array instead of jsonb.
    return { ...place, ...(fields.outline ? { outline: JSON.stringify(fields.outline) } : {}) };
  },
  async changed(context, { id, companyId, name, code, floorId }, before) {
    if (!before) return;
    if (before.floorId !== floorId)
      await context.tx.updateTable('space').set({ floorId }).where('parentId', '=', id).execute();
    await emit(context, 'space.changed', { id, companyId, name, code, floorId });
  },
  async removing(context, { id, companyId, structureId }) {
    await assertNotHeld(context.tx, innerSpaces, 'parent_id', id);
    await emit(context, 'space.removing', { id, companyId, structureId });
  },
  removed: (context, { id, companyId, structureId }) => emit(context, 'space.removed', { id, companyId, structureId }),
};

/** Creates, changes and removes spaces for apps, as the calls of spaces do. A space stays in its structure. */
export const spaceWriter = recordWriter<Space, SpaceFields, Partial<Omit<SpaceFields, 'structureId'>>>(
  space,
  spaceOptions,
);
