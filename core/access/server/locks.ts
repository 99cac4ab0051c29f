import { sql } from 'kysely';
import { activeDevices, deviceFacts, visibleDevice } from '#core/devices/server/api.ts';
import { hasAbilityOn, resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { type CredentialStore, maxLocks, type NewGrant, stores } from '../common/grant.ts';
import type { LockModel } from '../common/manifest.ts';

export type Lock = {
  id: number;
  name: string;
  serial: string;
  companyId: number;
  solutionId: number;
  hardwareId: number;
  structureId: number | null;
  /** Its subscription is active. */
  active: boolean;
};

/** The declaration of the app about its locks. */
export function accessOf(app: AppManifest): NonNullable<AppManifest['access']> {
  if (!app.access) throw new Error(`${app.id} mounts accessRoutes and states no access`);
  return app.access;
}

export const lockModel = (app: AppManifest, hardwareId: number): LockModel | undefined =>
  accessOf(app).models[hardwareId];

/** The number of slots of a model for codes or for cards; 0 if it does not store them. */
export const slotsOf = (model: LockModel | undefined, store: CredentialStore): number =>
  (store === 'codes' ? model?.keypad?.slots : model?.cards) ?? 0;

/** The ids of the app's models that keep codes or cards. */
export const modelsWithSlots = (app: AppManifest): number[] =>
  Object.entries(app.access?.models ?? {}).flatMap(([id, model]) =>
    stores.some((store) => slotsOf(model, store) > 0) ? [Number(id)] : [],
  );

/** A lock of the app that the caller may see. */
export async function visibleLock(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  app: AppManifest,
  id: number,
  action = 'read',
) {
  const device = await visibleDevice(tx, actor, app.id, id, action);
  if (!lockModel(app, device.hardwareId)) throw refuse(404, 'not-found');
  return device;
}

type Choice = Pick<NewGrant, 'deviceIds' | 'target'>;

/** A condition on the devices `f`. */
function chosen({ deviceIds, target }: Choice) {
  if (deviceIds) return sql`f.id = ANY (${deviceIds}::integer[])`;
  if (!target) throw invalid('deviceIds', 'Required');
  if ('structureId' in target) return sql`f.structure_id = ${target.structureId}`;
  if ('spaceId' in target) return sql`f.space_id = ${target.spaceId}`;
  return sql`f.solution_id = ${target.solutionId}`;
}

/**
 * The locks that a grant names, all of one company. Refuses locks that do not exist or have no active subscription, and
 * those at sites where the caller may not give access.
 */
export async function locksFor(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  app: AppManifest,
  companyId: number,
  choice: Choice,
): Promise<Lock[]> {
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Lock>`
      SELECT f.id, f.name, f.serial, f.company_id, f.solution_id, f.hardware_id, f.structure_id,
             f.id IN (SELECT a.id FROM ${sql.raw(activeDevices)} a) AS active
        FROM ${sql.raw(deviceFacts)} f
       WHERE f.company_id = ${companyId} AND f.app = ${app.id} AND f.state = 'installed' AND ${chosen(choice)} ORDER BY f.id LIMIT ${maxLocks + 1}`.execute(
      tx,
    ),
  );
  const may = (lock: Lock) => hasAbilityOn(actor.session, app.id, 'access', 'create', lock.structureId);
  const locks = rows.filter((lock) => lockModel(app, lock.hardwareId) && may(lock));
  const wanted = new Set(choice.deviceIds ?? locks.map(({ id }) => id));
  if (locks.length === 0 || locks.length < wanted.size) throw invalid('deviceIds', 'notFound');
  if (locks.length > maxLocks) throw invalid('deviceIds', 'tooMany');
  const inactive = locks.filter(({ active }) => !active);
  if (inactive.length > 0)
    throw refuse(409, 'no-active-subscription', { locks: inactive.map(({ name }) => name) }, '01020402');
  return locks;
}

type At = { entity: 'access' | 'access-token'; action: string; devices: readonly number[] };

/** Refuses callers who may not do this at the sites of all these devices. */
export async function assertMayAt(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  app: AppManifest,
  { entity, action, devices }: At,
): Promise<void> {
  const within = resourcesWith(actor.session, app.id, entity, action);
  if (within === null) return;
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql`SELECT FROM ${sql.raw(deviceFacts)} f
       WHERE f.id = ANY (${devices}::integer[]) AND (f.structure_id IS NULL OR f.structure_id <> ALL (${within}::integer[])) LIMIT 1`.execute(
      tx,
    ),
  );
  if (rows.length > 0) throw refuse(403, 'no-permission');
}
