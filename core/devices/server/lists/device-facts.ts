import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { settingsOfDevice } from '../config.ts';

/** SQL for statements of other slices: `{id, name, solutionId}` of the device with the id in the column. */
export const deviceNamed = (column: string) =>
  sql<{
    id: number;
    name: string;
    solutionId: number;
  }>`(SELECT jsonb_build_object('id', p.id, 'name', p.name, 'solutionId', p.solution_id) FROM device p WHERE p.id = ${sql.ref(column)})`;

export async function deviceName(tx: Tx, id: number): Promise<string> {
  const device = await tx.selectFrom('device').select('name').where('id', '=', id).executeTakeFirst();
  return device?.name ?? '';
}

const isActive =
  '(has_token AND NOT token_blocked AND activation_at <= now() AND (expiration_at IS NULL OR expiration_at > now()))';

/*
 * Subqueries that other core slices join in their prepared statements. PostgreSQL flattens them at no cost; they list
 * the columns that other slices rely on.
 */

/** id, company_id, app, solution_id, hardware_id, structure_id, floor_id, space_id, state, suspended, template_version_id, serial, name, connection, search, created_at, is_active: its token is active, so that its readings are shown now */
export const deviceFacts = `(SELECT id, company_id, app, solution_id, hardware_id, structure_id, floor_id, space_id, state, suspended, template_version_id, serial, name, connection, search, created_at,
          ${isActive} AS is_active FROM device)`;
/** id of the devices whose readings are shown now: their token is active. */
export const activeDevices = `(SELECT id FROM device WHERE ${isActive})`;
/** device_id, sensor_id, time, value, word */
export const newestValues = '(SELECT device_id, sensor_id, time, value, word FROM device_latest)';
/** device_id, last_message_at */
export const lastSeenByDevice = '(SELECT device_id, last_message_at FROM device_state)';

/** device_id, line, state, last_at: the paths of devices that apps watch by themselves. */
export const ownPathStates = '(SELECT device_id, line, state, last_at FROM device_path WHERE place IS NOT NULL)';

/** id, company_id, device_id, at, kind: the lines of logs, which `loggedLines` reads. */
export const deviceLogLines = '(SELECT id, company_id, device_id, at, kind FROM device_log)';

/** id, name_en, name_ar of hardware models. */
export const hardwareNames = '(SELECT id, name_en, name_ar FROM device_hardware)';

/** device_id, ends_at: when batteries will be empty by their forecasts. */
export const batteryEnds =
  '(SELECT id AS device_id, battery_ends_at AS ends_at FROM device WHERE battery_ends_at IS NOT NULL)';
/** device_id, has_token, blocked, activation_at, expiration_at: the subscriptions of devices. */
export const deviceValidity =
  '(SELECT id AS device_id, has_token, token_blocked AS blocked, activation_at, expiration_at FROM device)';
/** device_id, settings: what the platform applies for devices. */
export const keptSettings = `(SELECT d.id AS device_id, ${settingsOfDevice} AS settings FROM device d)`;
/** device_id, attributes: what devices have reported about themselves. */
export const reportedAttributes = '(SELECT id AS device_id, attributes FROM device)';

/** A whole device, for `queueCommand`; within the companies of the transaction. */
export const deviceById = (tx: Tx, id: number) =>
  tx.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * The keys that devices share with the platform: the SHA-256 of their secrets, by device id. Runs as the role that sees all
 * rows.
 */
export async function deviceKeys(tx: Tx, ids: readonly number[]): Promise<Map<number, Buffer>> {
  const found = await tx
    .selectFrom('deviceCredential')
    .select(['deviceId', 'secretHash'])
    .where('deviceId', '=', anyOf(ids))
    .execute();
  return new Map(found.map(({ deviceId, secretHash }) => [deviceId, secretHash]));
}

/** SQL for whether a device is installed in a place; null without one. */
export const deviceInstalled = (column: string) =>
  sql<boolean | null>`(SELECT d.state = 'installed' FROM device d WHERE d.id = ${sql.ref(column)})`;
