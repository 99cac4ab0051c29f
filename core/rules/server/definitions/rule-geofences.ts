import { sql } from 'kysely';
import { geofenceShapes } from '#core/places/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { Invalid, refuse } from '#platform/server/refuse.ts';
import { predicatesOf } from '../../common/condition.ts';
import type { Level } from '../../common/rule.ts';

/**
 * Rules with a level whose condition names the geofence, at any depth; for `anyToo` also those of any geofence and of speed
 * limits.
 */
const naming = (geofence: number, anyToo: boolean) =>
  sql`jsonb_path_exists(levels, ${
    anyToo
      ? '$.** ? (@.geofenceId == $id || @.geofenceId == null || @.limit == "fence")'
      : '$.**.geofenceId ? (@ == $id)'
  }, ${JSON.stringify({ id: geofence })}::jsonb)`;

/** Refuses geofences that the company of the rule does not have, under `levels.<n>.condition`. */
export async function assertGeofences(tx: Tx, companyId: number, levels: readonly Level[]): Promise<void> {
  const named = levels.map(({ condition }) =>
    predicatesOf(condition).flatMap((one) => ('place' in one && one.geofenceId !== null ? one.geofenceId : [])),
  );
  if (named.flat().length === 0) return;
  const found = await sql<{ id: number }>`
    SELECT id FROM ${sql.raw(geofenceShapes)} g WHERE company_id = ${companyId} AND id = ANY (${named.flat()}::integer[])`.execute(
    tx,
  );
  const known = new Set(found.rows.map(({ id }) => id));
  const errors = named.flatMap((ids, at) =>
    ids.every((id) => known.has(id)) ? [] : [{ param: `levels.${at}.condition`, msg: 'invalid' }],
  );
  if (errors.length > 0) throw new Invalid(errors);
}

/** Schedules a recheck, by the new shape or speed limit of a geofence, of the devices whose rules depend on it. */
export async function recheckRulesAt(
  { tx, actor }: Emitting,
  { id, companyId }: DomainEvents['geofence.drawn'],
): Promise<void> {
  await bypassRls(tx, actor.scope, () =>
    sql`INSERT INTO alarm_judgement (rule_id) SELECT id FROM alarm_rule WHERE company_id = ${companyId} AND ${naming(id, true)}`.execute(
      tx,
    ),
  );
}

/**
 * Refuses with 409 to delete a geofence that rules refer to. Schedules a recheck of the devices whose rules depend on any
 * geofence.
 */
export async function refuseUsedGeofence(
  { tx, actor }: Emitting,
  { id }: DomainEvents['geofence.removed'],
): Promise<void> {
  const rules = await sql<{ kind: string }>`SELECT kind FROM alarm_rule WHERE ${naming(id, false)}`.execute(tx);
  const kinds = [...new Set(rules.rows.map(({ kind }) => kind))];
  if (kinds.length > 0) throw refuse(409, 'geofence-used-by-rules', { rules: rules.rows.length, kinds });
  await bypassRls(tx, actor.scope, () =>
    sql`INSERT INTO alarm_judgement (rule_id) SELECT r.id FROM alarm_rule r JOIN ${sql.raw(geofenceShapes)} g ON g.company_id = r.company_id
         WHERE g.id = ${id} AND ${naming(id, true)}`.execute(tx),
  );
}
