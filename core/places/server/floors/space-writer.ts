import { emit } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { recordWriter, type WriteOptions } from '#platform/server/records/writer.ts';
import { invalid } from '#platform/server/refuse.ts';
import { type Space, type SpaceFields, space } from '../../common/space.ts';
import { floorNamed } from '../place-names.ts';
import { assertStructure, visibleStructuresOnly } from '../structures/structure-rows.ts';

async function assertFloor(tx: Tx, structureId: number, floorId: number): Promise<void> {
  const row = await tx
    .selectFrom('floor')
    .select('id')
    .where('id', '=', floorId)
    .where('structureId', '=', structureId)
    .executeTakeFirst();
  if (!row) throw invalid('floorId', 'invalid');
}

export const spaceOptions: WriteOptions<Space> = {
  select: () => ({ floor: floorNamed('t.floor_id') }),
  seen: (actor) => visibleStructuresOnly(actor, 't.structure_id'),
  async check({ tx, actor }, { companyId, structureId, floorId }, before) {
    if (!before) await assertStructure(tx, actor, companyId as number, structureId as number);
    if (floorId) await assertFloor(tx, structureId as number, floorId);
    return {};
  },
  removing: (context, { id, companyId, structureId }) =>
    emit(context, 'space.removing', { id, companyId, structureId }),
  removed: (context, { id, companyId, structureId }) => emit(context, 'space.removed', { id, companyId, structureId }),
};

/** Creates, changes and removes spaces for apps, as the calls of spaces do. A space stays in its structure. */
export const spaceWriter = recordWriter<Space, SpaceFields, Partial<Omit<SpaceFields, 'structureId'>>>(
  space,
  spaceOptions,
);
