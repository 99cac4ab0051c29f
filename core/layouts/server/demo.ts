import { floorAtLevel } from '#core/places/server/api.ts';
import { storeImage } from '#platform/server/files/files.ts';
import { encodedImage } from '#platform/server/files/images.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { NewItem } from '../common/layout-item.ts';
import { demoPlanFile, pictureOf } from './demo-plan.ts';
import { setPositions } from './placing.ts';

type Place = { companyId: number; structureId: number };
type Making = { tx: Tx; kit: Kit };
/** A space on a plan, as items of layouts are placed. */
type PlacedSpace = Pick<Required<NewItem>, 'refId' | 'x' | 'y' | 'turn' | 'outline'>;

async function addLayout({ tx, kit }: Making, place: Place, floor: { id: number; name: string }, picture: File) {
  const storedImage = await storeImage({ tx, kit }, place.companyId, await encodedImage(picture, 'image'));
  return tx
    .insertInto('layout')
    .values({ ...place, floorId: floor.id, name: floor.name, ...storedImage })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Adds a plan of a floor with spaces. Runs as the role that sees all rows. */
export async function addDemoSpacePlan(
  context: Making,
  place: Place,
  { floor, svg, spaces }: { floor: { id: number; name: string }; svg: string; spaces: readonly PlacedSpace[] },
): Promise<void> {
  const { id: layoutId } = await addLayout(context, place, floor, await pictureOf(svg, 'floor'));
  const { companyId } = place;
  await context.tx
    .insertInto('layoutItem')
    .values(
      spaces.map(({ refId: spaceId, x, y, turn, outline }) => ({
        ...{ layoutId, companyId, spaceId, kind: 'space', x, y, turn },
        outline: JSON.stringify(outline),
      })),
    )
    .execute();
}

/** Adds a layout of the ground floor of a demo structure with installed devices. */
export async function addDemoPlan(
  context: Making,
  place: Place,
  devices: readonly { id: number; x: number; y: number }[],
): Promise<void> {
  const { tx } = context;
  const floor = await floorAtLevel(tx, place.structureId, 0);
  if (!floor || devices.length === 0) return;
  const created = await addLayout(context, place, floor, await demoPlanFile());
  await setPositions(
    tx,
    devices.map(({ id, x, y }) => ({ deviceId: id, layoutId: created.id, companyId: place.companyId, x, y })),
  );
}
