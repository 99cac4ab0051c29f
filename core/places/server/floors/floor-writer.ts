import { emit } from '#platform/server/domain-events.ts';
import { recordWriter, type WriteOptions } from '#platform/server/records/writer.ts';
import { type Floor, type FloorFields, floor } from '../../common/floor.ts';
import { assertNotHeld } from '../held-places.ts';
import { assertStructure, visibleStructuresOnly } from '../structures/structure-rows.ts';

const spaces = { app: 'places', what: 'space', table: 'space' };

export const floorOptions: WriteOptions<Floor> = {
  seen: (actor) => visibleStructuresOnly(actor, 't.structure_id'),
  async check({ tx, actor }, { companyId, structureId }, before) {
    if (!before) await assertStructure(tx, actor, companyId as number, structureId as number);
    return {};
  },
  async removing(context, { id, companyId, structureId }) {
    await assertNotHeld(context.tx, spaces, 'floor_id', id);
    await emit(context, 'floor.removing', { id, companyId, structureId });
  },
  removed: (context, { id, companyId, structureId }) => emit(context, 'floor.removed', { id, companyId, structureId }),
};

/** Creates, changes and removes floors for apps, as the calls of floors do. A floor stays in its structure. */
export const floorWriter = recordWriter<Floor, FloorFields, Partial<Omit<FloorFields, 'structureId'>>>(
  floor,
  floorOptions,
);
