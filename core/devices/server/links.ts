import { type Selectable, sql } from 'kysely';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { Tables } from '#platform/server/tables.ts';
import type { DeviceLinkRow, deviceLinkRoutes } from '../common/link.ts';
import { visibleDevice } from './lists/visible-device.ts';

type Device = Selectable<Tables['device']>;
type Watched = Pick<Device, 'id' | 'app' | 'solutionId' | 'hardwareId' | 'templateVersionId' | 'structureId'>;

/** An alarm of a device sends commands to all that act for it, while other messages wait. */
const maxActors = 20;

async function linksOf(tx: Tx, deviceId: number): Promise<DeviceLinkRow[]> {
  const links = await sql<DeviceLinkRow>`
    SELECT k.id, k.device_id = ${deviceId} AS acts, jsonb_build_object('id', d.id, 'name', d.name, 'solutionId', d.solution_id) AS device
      FROM device_link k JOIN device d ON d.id = CASE WHEN k.device_id = ${deviceId} THEN k.actor_id ELSE k.device_id END
     WHERE k.device_id = ${deviceId} OR k.actor_id = ${deviceId} ORDER BY d.name, d.id`.execute(tx);
  return links.rows;
}

/** Which of two devices acts for the other. Refuses devices that the manifest does not let be linked. */
function actorOf({ links = {} }: AppManifest, one: Device, other: Device): { actor: Device; device: Device } {
  if (one.companyId !== other.companyId) throw invalid('deviceId', 'invalid');
  if (links[one.solutionId]?.of.includes(other.solutionId)) return { actor: one, device: other };
  if (links[other.solutionId]?.of.includes(one.solutionId)) return { actor: other, device: one };
  throw invalid('deviceId', 'invalid');
}

/** Refuses more than the allowed devices that act for this one. Concurrent links wait for each other. */
async function assertRoom(tx: Tx, deviceId: number, actorId: number): Promise<void> {
  await tx.selectFrom('device').where('id', '=', deviceId).forUpdate().execute();
  const others = (await linkedActors(tx, deviceId)).filter((id) => id !== actorId);
  if (others.length >= maxActors) throw refuse(409, 'too-many-links', { count: maxActors });
}

/** Serves `deviceLinkRoutes` of an app. The caller must be allowed to change both devices. */
export function deviceLinkHandlers(app: AppManifest): Handlers<ReturnType<typeof deviceLinkRoutes>> {
  return {
    async list({ tx, actor, params }) {
      await visibleDevice(tx, actor, app.id, params.id);
      return linksOf(tx, params.id);
    },
    async add({ tx, actor: person, params, body }) {
      const one = await visibleDevice(tx, person, app.id, params.id, 'update');
      const other = await visibleDevice(tx, person, app.id, body.deviceId, 'update').catch(() => {
        throw invalid('deviceId', 'invalid');
      });
      const { actor, device } = actorOf(app, one, other);
      await assertRoom(tx, device.id, actor.id);
      await linkDevices(tx, [{ deviceId: device.id, actorId: actor.id, companyId: device.companyId }]);
      return linksOf(tx, params.id);
    },
    async remove({ tx, actor, params }) {
      await visibleDevice(tx, actor, app.id, params.id, 'update');
      const removed = await tx
        .deleteFrom('deviceLink')
        .where('id', '=', params.linkId)
        .where((some) => some.or([some('deviceId', '=', params.id), some('actorId', '=', params.id)]))
        .returning('id')
        .execute();
      if (removed.length === 0) throw refuse(404, 'not-found');
      return null;
    },
  };
}

/** Links devices with those that act for them. Idempotent. */
export async function linkDevices(
  tx: Tx,
  links: readonly { deviceId: number; actorId: number; companyId: number }[],
): Promise<void> {
  if (links.length === 0) return;
  await tx
    .insertInto('deviceLink')
    .values([...links])
    .onConflict((conflict) => conflict.columns(['deviceId', 'actorId']).doNothing())
    .execute();
}

/** The devices that act for a device, in the order of their ids. */
export async function linkedActors(tx: Tx, deviceId: number): Promise<number[]> {
  const found = await tx
    .selectFrom('deviceLink')
    .select('actorId as id')
    .where('deviceId', '=', deviceId)
    .orderBy('actorId')
    .execute();
  return found.map(({ id }) => id);
}

/** The devices for which a device acts. */
export async function watchedDevices(tx: Tx, actorId: number): Promise<Watched[]> {
  const found = await sql<Watched>`
    SELECT d.id, d.app, d.solution_id, d.hardware_id, d.template_version_id, d.structure_id
      FROM device_link k JOIN device d ON d.id = k.device_id WHERE k.actor_id = ${actorId}`.execute(tx);
  return found.rows;
}

/** Removes the links of a device that has left its company. */
export const removeLinks = async ({ tx }: Pick<Emitting, 'tx'>, deviceId: number): Promise<void> => {
  await tx
    .deleteFrom('deviceLink')
    .where((some) => some.or([some('deviceId', '=', deviceId), some('actorId', '=', deviceId)]))
    .execute();
};
