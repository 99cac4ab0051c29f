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
import { configOfContent, modelOf, rulesOf } from './content.ts';
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
  const made = await tx
    .insertInto('template')
    .values({ companyId, app: app.id, name: name[locale], hardwareId, newestVersion: newest })
    .returning('id')
    .executeTakeFirstOrThrow();
  const templateId = made.id;
  const versions: number[] = [];
  for (let version = 1; version <= newest; version++) {
    const stored = await tx
      .insertInto('templateVersion')
      .values({ companyId, templateId, version, content: JSON.stringify(content) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const versionId = stored.id;
    versions.push(versionId);
    await addTemplateRules(tx, { versionId, companyId, app: app.id }, rulesOf(kit, app.id, content));
  }
  const devices = await sql<{ id: number }>`
    SELECT id FROM ${sql.raw(deviceFacts)} d WHERE company_id = ${companyId} AND hardware_id = ${hardwareId} AND state = 'installed' ORDER BY id`.execute(
    tx,
  );
  const config = configOfContent(content, modelOf(kit, app.id, hardwareId));
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
    await tx
      .insertInto('deviceTemplate')
      .values({ deviceId: id, companyId, templateId, versionId, drift: JSON.stringify(drift) })
      .execute();
  }
  await mergeConfigs(tx, followers);
  await recordTemplates(tx, followers);
}
