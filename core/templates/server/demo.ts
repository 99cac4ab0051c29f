import { sql } from 'kysely';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import type { TemplateState } from '#core/devices/common/device.ts';
import type { HardwareModel } from '#core/devices/common/manifest.ts';
import type { DeviceConfig } from '#core/devices/common/models/model-settings.ts';
import { deviceFacts, mergeConfigs, recordTemplates } from '#core/devices/server/api.ts';
import { addTemplateRules } from '#core/rules/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { configOfContent, rulesOf } from './content.ts';
import { type Starters, starterOf } from './starters.ts';

type Demo = { kit: Kit; app: AppManifest; companyId: number; locale: 'en' | 'ar'; starters: Starters };

/** Makes a template of each model that has a starter, for the company's devices: one of them differs, one is outdated. */
export async function addDemoTemplates(tx: Tx, { kit, app, companyId, locale, starters }: Demo): Promise<void> {
  const models = (app.hardware ?? []).filter(({ id }) => starters[id]);
  for (const [position, model] of models.entries())
    await addTemplate(tx, kit, app, { companyId, locale, model, starters, position });
}

type One = { companyId: number; locale: 'en' | 'ar'; model: HardwareModel; starters: Starters; position: number };

async function addTemplate(tx: Tx, kit: Kit, app: AppManifest, { companyId, locale, model, starters, position }: One) {
  const { hardwareId, name, ...content } = starterOf(
    model,
    starters[model.id] ?? {},
    await zoneOfCompany(tx, companyId),
  );
  // The template of the first model was changed after its devices had got it.
  const newest = position === 0 ? 2 : 1;
  const made = await sql<{ id: number }>`
    INSERT INTO template (company_id, app, name, hardware_id, newest_version)
    VALUES (${companyId}, ${app.id}, ${name[locale]}, ${hardwareId}, ${newest}) RETURNING id`.execute(tx);
  const templateId = made.rows[0]?.id as number;
  const versions: number[] = [];
  for (let version = 1; version <= newest; version++) {
    const stored = await sql<{ id: number }>`
      INSERT INTO template_version (company_id, template_id, version, content)
      VALUES (${companyId}, ${templateId}, ${version}, ${JSON.stringify(content)}) RETURNING id`.execute(tx);
    const versionId = stored.rows[0]?.id as number;
    versions.push(versionId);
    await addTemplateRules(tx, { versionId, companyId, app: app.id }, rulesOf(kit, app.id, content));
  }
  const devices = await sql<{ id: number }>`
    SELECT id FROM ${sql.raw(deviceFacts)} d WHERE company_id = ${companyId} AND hardware_id = ${hardwareId} AND state = 'installed' ORDER BY id`.execute(
    tx,
  );
  const config = configOfContent(content);
  const followers = devices.rows.map(({ id }, at) => {
    const outdated = newest > 1 && at === 0;
    // A device whose interval was changed by hand.
    const drifted = position === 1 && at === 0 && content.intervalSeconds !== null;
    const state: TemplateState = outdated ? 'outdated' : drifted ? 'drifted' : 'in-sync';
    const reported: DeviceConfig = drifted
      ? { ...config, intervalSeconds: (content.intervalSeconds ?? 0) * 2 }
      : config;
    return { id, versionId: versions[outdated ? 0 : versions.length - 1] as number, state, config: reported };
  });
  await follow(tx, companyId, templateId, content.intervalSeconds, followers);
}

type Follower = { id: number; versionId: number; state: TemplateState; config: DeviceConfig };

async function follow(
  tx: Tx,
  companyId: number,
  templateId: number,
  interval: number | null,
  followers: readonly Follower[],
) {
  const since = new Date().toISOString();
  for (const { id, versionId, state, config } of followers) {
    const drift =
      state === 'drifted'
        ? [{ field: 'intervalSeconds', wanted: interval, actual: config.intervalSeconds, since }]
        : [];
    await sql`INSERT INTO device_template (device_id, company_id, template_id, version_id, drift)
      VALUES (${id}, ${companyId}, ${templateId}, ${versionId}, ${JSON.stringify(drift)})`.execute(tx);
  }
  await mergeConfigs(tx, followers);
  await recordTemplates(tx, followers);
}
