import { sql } from 'kysely';
import { personNameSql, zoneOfCompany } from '#core/accounts/server/api.ts';
import { recordTemplates, templateStatesOf } from '#core/devices/server/api.ts';
import { assertMayOrder, removeTemplateRules } from '#core/rules/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { records } from '#platform/server/records/records.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import {
  storedTemplate,
  type TemplateContent,
  type TemplateRow,
  type TemplateVersion,
  templateList,
  type templateRoutes,
} from '../common/template.ts';
import { assertContent, assertedModel } from './content.ts';
import { type Starters, starterOf } from './starters.ts';

type Routes = ReturnType<typeof templateRoutes>;
type Reading = Pick<Context, 'tx' | 'actor' | 'locale'> & { params: object };
const entity = { table: 'template', list: templateList, row: storedTemplate };

const newest = (field: string) =>
  sql`(SELECT v.content -> ${sql.lit(field)} FROM template_version v WHERE v.template_id = t.id AND v.version = t.newest_version)`;
const select = () => ({
  version: sql.ref('t.newest_version'),
  intervalSeconds: sql`(SELECT (v.content ->> 'intervalSeconds')::integer FROM template_version v WHERE v.template_id = t.id AND v.version = t.newest_version)`,
  thresholds: newest('thresholds'),
  rules: newest('rules'),
  settings: newest('settings'),
  devices: sql`(SELECT count(*)::integer FROM device_template x WHERE x.template_id = t.id)`,
  counts: sql`coalesce((SELECT jsonb_object_agg(n.state, n.count) FROM (
      SELECT s.state, count(*)::integer AS count FROM device_template x JOIN ${sql.raw(templateStatesOf)} s ON s.id = x.device_id WHERE x.template_id = t.id GROUP BY 1) n), '{}')`,
});

export const templateRecords = (app: AppManifest) =>
  records<TemplateRow>(entity, {
    select,
    seen: () => sql`t.app = ${app.id}`,
    check: async (_, __, before) => (before ? {} : { app: app.id }),
  });

const contentKeys = ['intervalSeconds', 'thresholds', 'rules', 'settings'] as const;
const contentOf = ({ intervalSeconds, thresholds, rules, settings }: TemplateContent): TemplateContent => ({
  intervalSeconds,
  thresholds,
  rules,
  settings,
});

async function addVersion(tx: Tx, companyId: number, templateId: number, version: number, content: TemplateContent) {
  await tx
    .insertInto('templateVersion')
    .values({ companyId, templateId, version, content: JSON.stringify(content) })
    .execute();
}

/** Devices that followed the newest version are outdated. */
async function outdate({ tx, actor }: Pick<Context, 'tx' | 'actor'>, templateId: number): Promise<void> {
  const found = await sql<{ id: number; versionId: number }>`
    SELECT x.device_id AS id, x.version_id FROM device_template x JOIN ${sql.raw(templateStatesOf)} s ON s.id = x.device_id
     WHERE x.template_id = ${templateId} AND s.state = 'in-sync'`.execute(tx);
  await bypassRls(tx, actor.scope, () =>
    recordTemplates(
      tx,
      found.rows.map((device) => ({ ...device, state: 'outdated' })),
    ),
  );
}

/** Serves the calls for templates and their versions. */
export function templateCrud(
  app: AppManifest,
  starters: Starters,
): Pick<Handlers<Routes>, 'list' | 'starters' | 'get' | 'create' | 'update' | 'remove' | 'history' | 'versions'> {
  const templates = templateRecords(app);
  const lock = async (context: Reading & { params: { id: number } }): Promise<TemplateRow> => {
    // Two changes at once make two versions.
    await context.tx.selectFrom('template').where('id', '=', context.params.id).forUpdate().execute();
    const template = await templates.read(context);
    changeableCompany(context.actor, template.companyId);
    return template;
  };
  /** Giving rules to a template means sending their commands to devices of all structures. */
  const assertMayStore = (
    { kit, actor }: Pick<Context, 'kit' | 'actor'>,
    hardwareId: number,
    content: TemplateContent,
  ) => {
    assertContent(kit, app.id, assertedModel(kit, app.id, hardwareId), content);
    for (const { method } of content.rules.flatMap(({ actions = [] }) => actions))
      assertMayOrder(actor, app, method, null);
  };
  return {
    list: templates.list,
    get: templates.get,
    history: templates.history,
    async starters({ tx, actor }) {
      const { actingFor, user } = actor.session;
      const zone = await zoneOfCompany(tx, actingFor ?? user.companyId);
      const data = (app.hardware ?? []).map((model) => starterOf(model, starters[model.id] ?? {}, zone));
      return { data, totalRecords: data.length };
    },
    async create(context) {
      const { name, description, hardwareId, ...content } = context.body;
      assertMayStore(context, hardwareId, content);
      const companyId = companyOf(context.actor);
      const { id } = await templates.create({ ...context, body: { name, description, hardwareId } });
      await addVersion(context.tx, companyId, id, 1, content);
      return templates.read({ ...context, params: { id } });
    },
    async update(context) {
      const before = await lock(context);
      const { intervalSeconds, thresholds, rules, settings, ...body } = context.body;
      const content = contentOf({
        intervalSeconds: intervalSeconds === undefined ? before.intervalSeconds : intervalSeconds,
        thresholds: thresholds ?? before.thresholds,
        rules: rules ?? before.rules,
        settings: settings ?? before.settings,
      });
      const changed = contentKeys.some((key) => !isSame(content[key], before[key]));
      if (changed) assertMayStore(context, before.hardwareId, content);
      const version = before.version + Number(changed);
      await templates.update({ ...context, body: { ...body, newestVersion: version } });
      if (changed) {
        await addVersion(context.tx, before.companyId, before.id, version, content);
        await outdate(context, before.id);
      }
      return templates.read(context);
    },
    async remove(context) {
      const { id, devices } = await lock(context);
      if (devices > 0) throw refuse(409, 'template-in-use', { count: devices }, '01030409');
      const versions = await context.tx
        .selectFrom('templateVersion')
        .select('id')
        .where('templateId', '=', id)
        .execute();
      await removeTemplateRules(
        context.tx,
        versions.map((version) => version.id),
      );
      return templates.remove(context);
    },
    async versions(context) {
      const { id } = await templates.read(context);
      const { ids, totalRecords } = await findIds(context.tx, {
        table: 'template_version',
        spec: { sort: ['version'], defaultSort: ['version', 'desc'] },
        query: context.list,
        scope: context.actor.scope,
        where: [sql`t.template_id = ${id}`],
      });
      const found = await sql<TemplateVersion>`
        SELECT v.id, v.version, v.created_at, v.content, ${personNameSql('v.user_id')} AS by,
               (SELECT count(*)::integer FROM device_template x WHERE x.version_id = v.id) AS devices
          FROM template_version v WHERE v.id = ANY (${ids}::integer[])`.execute(context.tx);
      return { data: inOrder(ids, found.rows), totalRecords };
    },
  };
}

/** The same JSON, in any order of keys. */
function isSame(one: unknown, other: unknown): boolean {
  const ordered = (_: string, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(one, ordered) === JSON.stringify(other, ordered);
}
