import { sql } from 'kysely';
import { type ConfigOrder, queueConfig, supersedeConfig } from '#core/commands/server/api.ts';
import type { Device } from '#core/devices/common/device.ts';
import { configOrders, type DeviceConfig } from '#core/devices/common/models/model-settings.ts';
import {
  deviceChanged,
  deviceFacts,
  isConfigured,
  lockedClocks,
  logDevices,
  recordTemplates,
  reportedConfigs,
  resetSilence,
  storeKeptSettings,
} from '#core/devices/server/api.ts';
import { addTemplateRules, deviceRules, recheckTemplateRules, removeDeviceRules } from '#core/rules/server/api.ts';
import { emittingAs } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Override } from '../common/device-template.ts';
import type { ApplicationState, TemplateContent } from '../common/template.ts';
import { ruleField } from './compare.ts';
import { configOfContent, keptOfContent, modelOf, ruleNames, rulesOf } from './content.ts';

/** A version of a template that is given to devices. */
export type Applied = {
  templateId: number;
  name: string;
  app: string;
  companyId: number;
  hardwareId: number;
  versionId: number;
  version: number;
  newest: number;
  content: TemplateContent;
  keepLocal: boolean;
  /** The person who applies it. */
  userId: number | null;
};
type Applying = Pick<Context, 'tx' | 'kit' | 'afterCommit'>;
type Target = Pick<Device, 'id' | 'companyId' | 'state' | 'suspended'> & {
  hardwareId: number;
  config: DeviceConfig | null;
  overrides: Override[] | null;
};
type Outcome = { deviceId: number; state: ApplicationState; code: string | null };

export const appliedColumns = sql`t.id AS template_id, t.name, t.app, t.company_id, t.hardware_id, t.newest_version AS newest, v.id AS version_id, v.version, v.content`;
const targetColumns = sql`d.id, d.company_id, d.state, d.suspended, d.hardware_id, c.config, (SELECT x.overrides FROM device_template x WHERE x.device_id = d.id) AS overrides`;
// In the order of the ids, like every statement that locks many devices.
const targets = sql`${sql.raw(deviceFacts)} d JOIN ${sql.raw(reportedConfigs)} c ON c.device_id = d.id`;

/** Why a version cannot be given to a device: a text under `errors`. */
function faultOf({ companyId, hardwareId, state, suspended }: Target, applied: Applied): string | null {
  if (companyId !== applied.companyId || state === 'removed') return 'device-removed';
  if (hardwareId !== applied.hardwareId) return 'other-model';
  return suspended ? 'device-suspended' : null;
}

type LocalRule = { deviceId: number; kind: string; name: string };

/** The rules of single devices that take the place of the template's: kept as accepted, or deleted. */
async function localRules({ tx }: Applying, ids: number[], { content, keepLocal }: Applied): Promise<LocalRule[]> {
  const kinds = [...ruleNames(content).keys()];
  if (kinds.length === 0) return [];
  if (!keepLocal) {
    await removeDeviceRules(tx, ids, kinds);
    return [];
  }
  const found = await sql<LocalRule>`
    SELECT device_id, kind, name FROM ${sql.raw(deviceRules)} r WHERE device_id = ANY (${ids}::integer[]) AND kind = ANY (${kinds}::text[])`.execute(
    tx,
  );
  return found.rows;
}

/**
 * Gives the version to the devices within the caller's transaction: its rules hold at once, interval and settings go as
 * commands that wait for the device. The number of statements does not depend on that of the devices. Runs as the role
 * that sees all rows.
 */
export async function applyToDevices(
  context: Applying,
  applied: Applied,
  devices: readonly Target[],
): Promise<Outcome[]> {
  const { tx, kit, afterCommit } = context;
  const { content, versionId, templateId, companyId, userId, keepLocal } = applied;
  const outcomes = devices.map((device) => ({ device, code: faultOf(device, applied) }));
  const good = outcomes.flatMap(({ device, code }) => (code === null ? [device] : []));
  const failed = outcomes.flatMap(({ device, code }): Outcome[] =>
    code === null ? [] : [{ deviceId: device.id, state: 'error', code }],
  );
  if (good.length === 0) return failed;
  const ids = good.map(({ id }) => id);
  const local = Map.groupBy(await localRules(context, ids, applied), ({ deviceId }) => deviceId);
  const at = new Date().toISOString();
  const wanted = configOfContent(content, modelOf(kit, applied.app, applied.hardwareId));
  const planned = good.map((device) => {
    const rules = (local.get(device.id) ?? []).map(
      ({ kind, name }): Override => ({ field: ruleField(kind), value: name, by: null, at }),
    );
    const kept = keepLocal ? (device.overrides ?? []).filter(({ field }) => !field.startsWith(ruleField(''))) : [];
    return { device, overrides: [...kept, ...rules], orders: ordersFor(device, wanted, kept) };
  });
  await supersedeConfig(tx, ids);
  await queueConfig(
    context,
    planned.flatMap(({ orders }) => orders),
    userId,
  );
  await sql`
    INSERT INTO device_template (device_id, company_id, template_id, version_id, overrides)
    SELECT n.device, ${companyId}, ${templateId}, ${versionId}, n.overrides
      FROM unnest(${ids}::integer[], ${planned.map(({ overrides }) => JSON.stringify(overrides))}::jsonb[]) AS n(device, overrides)
    ON CONFLICT (device_id) DO UPDATE SET template_id = excluded.template_id, version_id = excluded.version_id, overrides = excluded.overrides,
      drift = '[]', failure = NULL, since = now()`.execute(tx);
  const settled = applied.version < applied.newest ? 'outdated' : 'in-sync';
  await recordTemplates(
    tx,
    planned.map(({ device: { id }, orders }) => ({ id, versionId, state: orders.length > 0 ? 'pending' : settled })),
  );
  await storeKeptSettings(tx, ids, keptOfContent(content));
  await resetSilence(tx, kit, ids);
  await recheckTemplateRules(context, ids, versionId);
  const data = { template: applied.name, version: applied.version };
  await logDevices(
    tx,
    good.map((device) => ({ device, kind: 'template-applied', data })),
    userId,
  );
  afterCommit(() => {
    for (const device of good) deviceChanged(kit, device);
  });
  return [
    ...failed,
    ...planned.map(
      ({ device, orders }): Outcome => ({
        deviceId: device.id,
        state: orders.length > 0 ? 'waiting' : 'done',
        code: null,
      }),
    ),
  ];
}

/** The commands that a device needs: none for values that it reports already, or that a person has accepted. */
function ordersFor(
  { id, companyId, config: reported }: Target,
  config: DeviceConfig,
  kept: readonly Override[],
): ConfigOrder[] {
  const accepted = new Set(kept.map(({ field }) => field));
  const wanted = Object.fromEntries(Object.entries(config).filter(([field]) => !accepted.has(field)));
  const { intervalSeconds, ...settings } = wanted;
  const parts = [intervalSeconds === undefined ? {} : { intervalSeconds }, settings];
  return parts
    .filter((part) => !isConfigured(reported, part))
    .flatMap((part) => configOrders(part).map((order) => ({ ...order, deviceId: id, companyId })));
}

/** Adds the rules of the version, which hold for its devices alone. Runs as the role that sees all rows. */
export const addRulesOf = ({ tx, kit }: Applying, { versionId, companyId, app, content }: Applied): Promise<void> =>
  addTemplateRules(tx, { versionId, companyId, app }, rulesOf(kit, app, content));

/** Devices by id, locked with their clocks, as `applyToDevices` takes them. Runs as the role that sees all rows. */
export async function lockTargets(tx: Context['tx'], ids: readonly number[]): Promise<Target[]> {
  // A condition that needs no row of the devices is evaluated before they are read.
  const found = await sql<Target>`
    WITH clocks AS MATERIALIZED (${lockedClocks(ids)})
    SELECT ${targetColumns} FROM ${targets} WHERE d.id = ANY (${ids}::integer[]) AND (SELECT count(*) FROM clocks) >= 0 ORDER BY d.id FOR UPDATE OF d`.execute(
    tx,
  );
  return found.rows;
}

export const applyQueue = 'templates.apply';
const pageSize = 1000;

/** Gives a version to the pending devices of an application, a page in each transaction. A repeat goes on where it ended. */
export async function runApplication(kit: Kit, id: number): Promise<void> {
  const applied = await asUser(kit, null, async ({ tx, ...rest }) => {
    const found = await sql<Applied>`
      SELECT ${appliedColumns}, a.keep_local, a.user_id FROM template_application a
        JOIN template t ON t.id = a.template_id JOIN template_version v ON v.id = a.version_id WHERE a.id = ${id}`.execute(
      tx,
    );
    const [applied] = found.rows;
    if (applied) await addRulesOf({ tx, ...rest }, applied);
    return applied;
  });
  // The template was deleted meanwhile.
  if (!applied) return;
  for (let count = pageSize; count === pageSize; )
    count = await asUser(kit, applied, async (context) => {
      const pending = await sql<{ id: number }>`
        SELECT d.id FROM template_application_device a JOIN ${targets} ON d.id = a.device_id
         WHERE a.application_id = ${id} AND a.state = 'pending' ORDER BY d.id LIMIT ${pageSize} FOR UPDATE OF a`.execute(
        context.tx,
      );
      const devices = await lockTargets(
        context.tx,
        pending.rows.map((row) => row.id),
      );
      const outcomes = await applyToDevices(context, applied, devices);
      await storeOutcomes(context.tx, id, outcomes);
      return pending.rows.length;
    });
}

/** Runs `work` in one transaction that sees all rows and whose changes the logs give to the person. */
function asUser<T>(kit: Kit, by: Applied | null, work: (context: Applying) => Promise<T>): Promise<T> {
  const scope = { companies: 'all', userId: by?.userId ?? null, actingFor: by?.companyId ?? null } as const;
  return emittingAs(kit, kit.db, { scope }, work);
}

/** Stores the outcome for devices. Earlier applications no longer wait for them. */
async function storeOutcomes(tx: Context['tx'], applicationId: number, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    UPDATE template_application_device a
       SET state = CASE WHEN a.application_id = ${applicationId} THEN n.state ELSE 'error' END,
           code = CASE WHEN a.application_id = ${applicationId} THEN n.code ELSE 'superseded' END, changed_at = now()
      FROM unnest(${outcomes.map(({ deviceId }) => deviceId)}::integer[], ${outcomes.map(({ state }) => state)}::text[], ${outcomes.map(({ code }) => code)}::text[]) AS n(device, state, code)
     WHERE a.device_id = n.device AND (a.application_id = ${applicationId} OR (a.state = 'waiting' AND n.state <> 'error'))`.execute(
    tx,
  );
}

/** Ends what applications wait for. */
export async function settleWaiting(tx: Context['tx'], deviceId: number, code: string | null): Promise<void> {
  await tx
    .updateTable('templateApplicationDevice')
    .set({ state: code === null ? 'done' : 'error', code, changedAt: sqlNow })
    .where('deviceId', '=', deviceId)
    .where('state', '=', 'waiting')
    .execute();
}
