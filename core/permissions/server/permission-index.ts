import type { AppManifest } from '#platform/common/define-app.ts';
import { hasBit, maskOf } from '#platform/common/permission-mask.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { type RoleOfWho, withinCeiling } from '../common/ceiling.ts';
import { type Permission, permissionKeys, permissionsOf } from '../common/registry.ts';

/** Every registered permission with its position in the mask. */
export type Registry = Record<string, { index: number; permission?: Permission }>;

/** Gives new permissions the next positions, in the order of the slices. Several processes may do it at once. */
export async function registerPermissions(kit: Kit): Promise<void> {
  const keys = [...new Set(permissionsOf(kit.apps).flatMap(permissionKeys))];
  const client = await kit.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE permission IN SHARE ROW EXCLUSIVE MODE');
    await client.query(
      `INSERT INTO permission (index, key)
       SELECT (SELECT coalesce(max(index), -1) FROM permission) + row_number() OVER (ORDER BY position), key
       FROM unnest($1::text[]) WITH ORDINALITY AS wanted (key, position)
       WHERE key NOT IN (SELECT key FROM permission)`,
      [keys],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** The present registry: positions from the database, meaning from the manifests. */
export async function loadPermissionIndex(kit: Kit): Promise<Registry> {
  const stored = await inSystem(kit.db, (tx) =>
    tx.selectFrom('permission').select(['key', 'index']).orderBy('index').execute(),
  );
  const meaning = permissionsByKey(kit.apps);
  return Object.fromEntries(
    stored.map(({ key, index }) => {
      const permission = meaning.get(key);
      return [key, permission ? { index, permission } : { index }];
    }),
  );
}

const byKey = new WeakMap<readonly AppManifest[], Map<string, Permission>>();

export function permissionsByKey(apps: readonly AppManifest[]): Map<string, Permission> {
  let found = byKey.get(apps);
  if (!found) {
    found = new Map(permissionsOf(apps).map((permission) => [permission.key, permission]));
    byKey.set(apps, found);
  }
  return found;
}

/** The ceiling of a system role, or of a guest's roles within apps: its mask, and what it may do in the core, where no groups are needed. */
export type CeilingOf = { mask: string; core: Record<string, Record<string, Record<string, string[]>>> };

const ceilings = new WeakMap<Registry, Map<string, CeilingOf>>();

export function ceilingOf(registry: Registry, who: RoleOfWho): CeilingOf {
  const known = ceilings.get(registry) ?? new Map<string, CeilingOf>();
  ceilings.set(registry, known);
  const name = JSON.stringify(
    who.kind === 'guest' ? Object.entries(who.appRoles ?? {}).sort() : [who.companyType, who.adminType, who.role],
  );
  let ceiling = known.get(name);
  if (!ceiling) {
    ceiling = makeCeiling(registry, who);
    known.set(name, ceiling);
  }
  return ceiling;
}

function makeCeiling(registry: Registry, who: RoleOfWho): CeilingOf {
  const keys = new Set<string>();
  const core: CeilingOf['core'] = {};
  for (const { permission } of Object.values(registry)) {
    if (!permission || !withinCeiling(who, permission)) continue;
    for (const key of permissionKeys(permission)) keys.add(key);
    if (!permission.core) continue;
    const entities = ((core[permission.module] ??= {})['*'] ??= {});
    (entities[permission.entity] ??= []).push(permission.action);
  }
  const indexes = [...keys].flatMap((key) => registry[key]?.index ?? []);
  return { mask: maskOf(indexes), core };
}

/** The part of a mask that these abilities (`app.entity.action`) allow. */
export function maskOfAbilities(registry: Registry, mask: string, abilities: readonly string[]): string {
  const named = new Set(abilities);
  const keys = Object.values(registry).flatMap(({ index, permission }) =>
    permission && named.has(`${permission.module}.${permission.entity}.${permission.action}`) && hasBit(mask, index)
      ? permissionKeys(permission)
      : [],
  );
  return maskOf(keys.flatMap((key) => registry[key]?.index ?? []));
}
