import { sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import { ruleName } from '#core/alarms/common/rule-name.ts';
import { supersedeConfig } from '#core/commands/server/api.ts';
import {
  deviceChanged,
  deviceFacts,
  lockedClocks,
  logDevices,
  recordTemplates,
  resetSilence,
  storeKeptSettings,
  templateStatesOf,
  visibleDevice,
} from '#core/devices/server/api.ts';
import { recheckTemplateRules, removeTemplateRules } from '#core/rules/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { DeviceTemplate, Drift, Override } from '../common/device-template.ts';
import type { TemplateContent, templateRoutes } from '../common/template.ts';
import { type Applied, addRulesOf, appliedColumns, applyToDevices, lockTargets, settleWaiting } from './apply.ts';
import { compareDevices, ruleField } from './compare.ts';

type Routes = ReturnType<typeof templateRoutes>;
type Names = 'ofDevice' | 'drift' | 'assign' | 'detach' | 'accept';
type OfDevice = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'> & { params: { id: number } };

async function templateOf(tx: Tx, deviceId: number, app: string): Promise<DeviceTemplate> {
  const found = await sql<DeviceTemplate>`
    SELECT s.state, x.since, x.failure, coalesce(x.overrides, '[]') AS overrides,
           CASE WHEN t.id IS NOT NULL THEN jsonb_build_object('id', t.id, 'name', t.name, 'version', v.version, 'newest', t.newest_version) END AS template,
           (SELECT jsonb_build_object('id', o.id, 'name', o.name) FROM template o
             WHERE o.company_id = d.company_id AND o.app = ${app} AND o.hardware_id = d.hardware_id AND o.status = 'active' ORDER BY o.id LIMIT 1) AS offered
      FROM ${sql.raw(templateStatesOf)} s JOIN ${sql.raw(deviceFacts)} d ON d.id = s.id
      LEFT JOIN device_template x ON x.device_id = s.id LEFT JOIN template t ON t.id = x.template_id LEFT JOIN template_version v ON v.id = x.version_id
     WHERE s.id = ${deviceId}`.execute(tx);
  return found.rows[0] as DeviceTemplate;
}

/** Serves the calls for the template of one device. */
export function deviceTemplateHandlers(app: AppManifest): Pick<Handlers<Routes>, Names> {
  /** The device, if the caller may change its template. */
  const changeable = async ({ tx, actor, params }: OfDevice) => {
    const device = await visibleDevice(tx, actor, app.id, params.id);
    if (!hasAbilityOn(actor.session, app.id, 'template', 'apply', device.structureId))
      throw refuse(403, 'no-permission');
    changeableCompany(actor, device.companyId);
    return device;
  };
  return {
    async ofDevice({ tx, actor, params }) {
      await visibleDevice(tx, actor, app.id, params.id);
      return templateOf(tx, params.id, app.id);
    },
    async drift({ tx, actor, params, locale }) {
      await visibleDevice(tx, actor, app.id, params.id);
      const found = await sql<{ drift: Drift[]; content: TemplateContent }>`
        SELECT x.drift, v.content FROM device_template x JOIN template_version v ON v.id = x.version_id
         WHERE x.device_id = ${params.id}`.execute(tx);
      const [followed] = found.rows;
      const names = new Map(followed?.content.rules.map((rule) => [ruleField(rule.kind), ruleName(rule, locale)]));
      return followed?.drift.map((one) => ({ ...one, wanted: names.get(one.field) ?? one.wanted })) ?? [];
    },
    async assign(context) {
      const { tx, actor, body } = context;
      const device = await changeable(context);
      const found = await sql<Applied & { status: string }>`
        SELECT ${appliedColumns}, t.status FROM template t JOIN template_version v ON v.template_id = t.id AND v.version = t.newest_version
         WHERE t.id = ${body.templateId} AND t.app = ${app.id} AND t.company_id = ${device.companyId}`.execute(tx);
      const [template] = found.rows;
      if (!template) throw invalid('templateId', 'unknown');
      if (template.hardwareId !== device.hardwareId) throw refuse(409, 'other-model');
      if (template.status === 'archived') throw refuse(409, 'template-archived');
      const applied = { ...template, keepLocal: body.keepLocal, userId: actor.session.user.id };
      await bypassRls(tx, actor.scope, async () => {
        await addRulesOf(context, applied);
        const [outcome] = await applyToDevices(context, applied, await lockTargets(tx, [device.id]));
        if (outcome?.code === 'device-suspended') throw refuse(409, 'device-suspended', {}, '01020410');
        if (outcome?.code) throw refuse(409, 'device-removed');
      });
      return templateOf(tx, device.id, app.id);
    },
    async detach(context) {
      const { tx, kit, actor, afterCommit } = context;
      const device = await changeable(context);
      const before = await templateOf(tx, device.id, app.id);
      if (!before.template) return null;
      await bypassRls(tx, actor.scope, () => detachDevice(context, device.id));
      const data = { template: before.template.name, version: before.template.version };
      await logDevices(tx, [{ device, kind: 'template-detached', data }], actor.session.user.id);
      afterCommit(() => deviceChanged(kit, device));
      return null;
    },
    async accept(context) {
      const { tx, actor, body } = context;
      const device = await changeable(context);
      const found = await sql<{ drift: Drift[]; overrides: Override[] }>`
        SELECT drift, overrides FROM device_template WHERE device_id = ${device.id} FOR UPDATE`.execute(tx);
      const difference = found.rows[0]?.drift.find(({ field }) => field === body.field);
      if (!difference) throw invalid('field', 'unknown');
      const by = await sql<{
        name: string | null;
      }>`SELECT ${personNameSql('u.id')} AS name FROM (SELECT ${actor.session.user.id}::integer AS id) u`.execute(tx);
      const override: Override = {
        field: body.field,
        value: difference.actual,
        by: by.rows[0]?.name ?? null,
        at: new Date().toISOString(),
      };
      const kept = (found.rows[0]?.overrides ?? []).filter(({ field }) => field !== body.field);
      await tx
        .updateTable('deviceTemplate')
        .set({ overrides: JSON.stringify([...kept, override]) })
        .where('deviceId', '=', device.id)
        .execute();
      const data = { field: body.field, value: difference.actual };
      await logDevices(tx, [{ device, kind: 'value-accepted', data }], actor.session.user.id);
      await bypassRls(tx, actor.scope, () => compareDevices(context, [device.id]));
      return templateOf(tx, device.id, app.id);
    },
  };
}

/** Takes a device from its template. Its configuration stays. Runs as the role that sees all rows. */
export async function detachDevice(context: Pick<Context, 'tx' | 'kit' | 'afterCommit'>, id: number): Promise<void> {
  const { tx } = context;
  await lockedClocks([id]).execute(tx);
  await supersedeConfig(tx, [id]);
  await settleWaiting(tx, id, 'superseded');
  await tx.deleteFrom('deviceTemplate').where('deviceId', '=', id).execute();
  await recordTemplates(tx, [{ id, versionId: null, state: 'none' }]);
  await storeKeptSettings(tx, [id], {});
  await resetSilence(tx, context.kit, [id]);
  await recheckTemplateRules(context, [id], null);
}

/** Deletes the rules of versions that no device follows and no application needs any more. */
export async function removeUnusedRules(kit: Kit): Promise<void> {
  await inSystem(kit.db, async (tx) => {
    const unused = await sql<{ id: number }>`
      SELECT v.id FROM template_version v WHERE NOT EXISTS (SELECT FROM device_template x WHERE x.version_id = v.id)
         AND NOT EXISTS (SELECT FROM template_application a JOIN template_application_device d ON d.application_id = a.id AND d.state = 'pending' WHERE a.version_id = v.id)`.execute(
      tx,
    );
    await removeTemplateRules(
      tx,
      unused.rows.map(({ id }) => id),
    );
  });
}
