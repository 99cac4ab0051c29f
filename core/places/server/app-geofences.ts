import { emit } from '#platform/server/domain-events.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Shape } from '../common/geofence.ts';
import './events.ts';

type Drawing = Pick<Context, 'tx' | 'kit' | 'actor' | 'locale' | 'afterCommit'>;
type Drawn = { companyId: number; name: string; shape: Shape };

/**
 * Draws the geofence of a record that an app keeps, so that visits of devices to it are known. It is in no list of
 * geofences. Returns its id. The caller has checked that the person may create the record.
 */
export async function drawAppGeofence(context: Drawing, appId: string, drawn: Drawn): Promise<number> {
  const { companyId, name, shape } = drawn;
  const { id } = await context.tx
    .insertInto('geofence')
    .values({ companyId, name, shape: JSON.stringify(shape), appId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await emit(context, 'geofence.drawn', { ...drawn, id, isReshaped: true });
  return id;
}

/** The record has another name or place. */
export async function redrawAppGeofence(
  context: Drawing,
  { id, isReshaped, ...drawn }: Drawn & { id: number; isReshaped: boolean },
): Promise<void> {
  const { name, shape } = drawn;
  await context.tx
    .updateTable('geofence')
    .set({ name, shape: JSON.stringify(shape) })
    .where('id', '=', id)
    .execute();
  if (isReshaped) await emit(context, 'geofence.drawn', { ...drawn, id, isReshaped });
}

/** The record is gone. */
export async function removeAppGeofence(context: Drawing, id: number): Promise<void> {
  await emit(context, 'geofence.removed', { id });
  await context.tx.deleteFrom('geofence').where('id', '=', id).execute();
}

/** Draws those of records of the demo and returns their ids in the same order. Their names differ. */
export async function addDemoAppGeofences(
  tx: Drawing['tx'],
  of: { companyId: number; appId: string },
  drawn: readonly Pick<Drawn, 'name' | 'shape'>[],
): Promise<number[]> {
  const added = await tx
    .insertInto('geofence')
    .values(drawn.map(({ name, shape }) => ({ ...of, name, shape: JSON.stringify(shape) })))
    .returning(['id', 'name'])
    .execute();
  const idOf = new Map(added.map(({ id, name }) => [name, id]));
  return drawn.map(({ name }) => idOf.get(name) as number);
}
