import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import type { TemplateState } from '../common/device.ts';
import type { KeptSettings } from '../common/models/kept-settings.ts';
import type { DeviceConfig } from '../common/models/model-settings.ts';

/** device_id, config: what devices have reported as their configuration; null before the first report. */
export const reportedConfigs = "(SELECT id AS device_id, attributes -> 'config' AS config FROM device)";
/**
 * SQL for the settings that the platform applies for the device `d`: those of its template, and the interval that it has
 * reported.
 */
export const settingsOfDevice = `(d.kept_settings || CASE WHEN jsonb_typeof(d.attributes #> '{config,intervalSeconds}') = 'number'
  THEN jsonb_build_object('intervalSeconds', d.attributes #> '{config,intervalSeconds}') ELSE '{}' END)`;
/** id, state: how devices follow their templates. */
export const templateStatesOf = '(SELECT id, template_state AS state FROM device)';

/** Stores which version of a template applies to devices, null for none, and how they follow it. */
export async function recordTemplates(
  tx: Tx,
  devices: readonly { id: number; versionId: number | null; state: TemplateState }[],
): Promise<void> {
  if (devices.length === 0) return;
  await sql`UPDATE device d SET template_version_id = n.version, template_state = n.state
    FROM unnest(${devices.map(({ id }) => id)}::integer[], ${devices.map(({ versionId }) => versionId)}::integer[], ${devices.map(({ state }) => state)}::text[]) AS n(id, version, state)
   WHERE d.id = n.id`.execute(tx);
}

/** Stores the settings that the platform applies for devices by their template. */
export async function storeKeptSettings(tx: Tx, ids: readonly number[], settings: KeptSettings): Promise<void> {
  await tx
    .updateTable('device')
    .set({ keptSettings: JSON.stringify(settings) })
    .where('id', '=', anyOf(ids))
    .execute();
}

/** Whether the reported configuration has all of these values. */
export const isConfigured = (reported: DeviceConfig | null, wanted: DeviceConfig): boolean =>
  Object.entries(wanted).every(([key, value]) => reported?.[key] === value);

/** Stores configurations as if the devices had reported them, for the demo. */
export async function mergeConfigs(tx: Tx, devices: readonly { id: number; config: DeviceConfig }[]): Promise<void> {
  await sql`UPDATE device d SET attributes = d.attributes || jsonb_build_object('config', n.config)
    FROM unnest(${devices.map(({ id }) => id)}::integer[], ${devices.map(({ config }) => JSON.stringify(config))}::jsonb[]) AS n(id, config)
   WHERE d.id = n.id`.execute(tx);
}
