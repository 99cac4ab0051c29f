import { declaredAs } from '#platform/server/declared.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Space } from '../../common/space.ts';
import { type DeclaredSpaceKind, otherKind, spaceKinds } from '../../common/space-kinds.ts';

/** What a space is and where, before or after a change. */
export type SpacePlace = Pick<Space, 'kind' | 'structureId' | 'floorId' | 'parentId' | 'capacity'>;

/** The kind of a space. One that no slice declares any more is treated as another space. */
function kindOf(kit: Kit, kind: string, before: string | undefined): DeclaredSpaceKind {
  const kinds = spaceKinds.of(kit.apps);
  const former = kind === before && !kinds.has(kind) ? kinds.get(otherKind) : undefined;
  return former ?? declaredAs(spaceKinds, kit, kind);
}

async function assertFloor(tx: Tx, structureId: number, floorId: number): Promise<void> {
  const row = await tx
    .selectFrom('floor')
    .select('id')
    .where('id', '=', floorId)
    .where('structureId', '=', structureId)
    .executeTakeFirst();
  if (!row) throw invalid('floorId', 'invalid');
}

/** The floor of the space around a space, which must be of a kind that may contain it. */
async function floorOfParent(tx: Tx, { structureId, parentId }: SpacePlace, kind: DeclaredSpaceKind) {
  const parent = await tx
    .selectFrom('space')
    .select(['kind', 'floorId', 'parentId'])
    .where('id', '=', parentId)
    .where('structureId', '=', structureId)
    .executeTakeFirst();
  if (!parent || parent.parentId !== null || !kind.within?.includes(parent.kind)) throw invalid('parentId', 'invalid');
  return parent.floorId;
}

/** Refuses another kind, or a space around it, to a space that contains others which would not fit. */
async function assertInnerSpaces(tx: Tx, kit: Kit, id: number, after: SpacePlace): Promise<void> {
  const inner = await tx.selectFrom('space').select('kind').distinct().where('parentId', '=', id).execute();
  if (inner.length === 0) return;
  if (after.parentId !== null) throw invalid('parentId', 'invalid');
  const kinds = spaceKinds.of(kit.apps);
  if (inner.some(({ kind }) => !kinds.get(kind)?.within?.includes(after.kind)))
    throw refuse(409, 'inner-spaces-differ');
}

/**
 * Checks kind, floor, surrounding space and capacity of a space. Returns what follows from them: a space within another
 * one has its floor, and a kind without capacity loses the one it had.
 */
export async function checkSpace(
  { tx, kit }: { tx: Tx; kit: Kit },
  after: SpacePlace,
  before: (SpacePlace & { id: number }) | null,
): Promise<Partial<SpacePlace>> {
  const kind = kindOf(kit, after.kind, before?.kind);
  if (after.floorId) await assertFloor(tx, after.structureId, after.floorId);
  const floorId = after.parentId ? await floorOfParent(tx, after, kind) : after.floorId;
  if (before && (before.kind !== after.kind || before.parentId !== after.parentId))
    await assertInnerSpaces(tx, kit, before.id, after);
  if (kind.capacity || after.capacity === null) return { floorId };
  if (after.capacity !== before?.capacity) throw invalid('capacity', 'invalid');
  return { floorId, capacity: null };
}
