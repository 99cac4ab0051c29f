import { sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import { deviceFacts, deviceNamed, templateStatesOf } from '#core/devices/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { Follower } from '../common/device-template.ts';
import {
  type Application,
  type ApplicationDevice,
  maxDevices,
  type TemplateRow,
  type templateRoutes,
} from '../common/template.ts';
import { applyQueue } from './apply.ts';
import { templateRecords } from './templates.ts';

type Routes = ReturnType<typeof templateRoutes>;
type Names = 'devices' | 'apply' | 'applications' | 'applicationDevices' | 'retry';

async function applicationsOf(tx: Context['tx'], ids: readonly number[]): Promise<Application[]> {
  const found = await sql<Application>`
    SELECT a.id, a.template_id, v.version, a.keep_local, a.created_at, ${personNameSql('a.user_id')} AS by,
           coalesce((SELECT jsonb_object_agg(n.state, n.count) FROM (
             SELECT x.state, count(*)::integer AS count FROM template_application_device x WHERE x.application_id = a.id GROUP BY 1) n), '{}') AS counts
      FROM template_application a JOIN template_version v ON v.id = a.version_id WHERE a.id = ANY (${ids}::integer[])`.execute(
    tx,
  );
  return inOrder(ids, found.rows);
}

/** The structures in which the caller may apply templates: null for all. */
const withinApplied = (session: Context['actor']['session'], app: string) => {
  const structures = resourcesWith(session, app, 'template', 'apply');
  return structures === null ? sql`true` : sql`d.structure_id = ANY (${structures}::integer[])`;
};

/** The ids of the wanted devices of the template's company. Refuses ids that the caller may not change. */
async function chosenDevices(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  { id, app, companyId, hardwareId }: Pick<TemplateRow, 'id' | 'companyId' | 'hardwareId'> & { app: string },
  { deviceIds, filter }: Context<Routes['apply']>['body'],
): Promise<number[]> {
  const { structureId = null, templateState = null, following = false } = filter ?? {};
  const chosen = deviceIds
    ? sql`d.id = ANY (${deviceIds}::integer[])`
    : sql`d.hardware_id = ${hardwareId} AND d.state <> 'removed' AND (${structureId}::integer IS NULL OR d.structure_id = ${structureId})
        AND (NOT ${following} OR EXISTS (SELECT FROM device_template x WHERE x.device_id = d.id AND x.template_id = ${id}))
        AND (${templateState}::text IS NULL OR EXISTS (SELECT FROM ${sql.raw(templateStatesOf)} s WHERE s.id = d.id AND s.state = ${templateState}))`;
  const found = await sql<{ id: number }>`
    SELECT d.id FROM ${sql.raw(deviceFacts)} d WHERE d.company_id = ${companyId} AND d.app = ${app} AND ${chosen} AND ${withinApplied(actor.session, app)}
     ORDER BY d.id LIMIT ${maxDevices + 1}`.execute(tx);
  const ids = found.rows.map(({ id }) => id);
  if (deviceIds && ids.length < new Set(deviceIds).size) throw invalid('deviceIds', 'unknown');
  if (ids.length > maxDevices) throw invalid('filter', 'tooLong');
  if (ids.length === 0) throw invalid('filter', 'Required');
  return ids;
}

/** Serves the calls that give templates to many devices. */
export function applicationHandlers(app: AppManifest): Pick<Handlers<Routes>, Names> {
  const { read } = templateRecords(app);
  const applicationOf = async (context: Context<Routes['retry']> | Context<Routes['applicationDevices']>) => {
    const template = await read({ ...context, params: { id: context.params.id } });
    const [application] = await applicationsOf(context.tx, [context.params.applicationId]);
    if (application?.templateId !== template.id) throw refuse(404, 'not-found');
    return { template, application };
  };
  return {
    async devices(context) {
      const { tx, list } = context;
      const { id } = await read(context);
      const states = list.filters.state ?? null;
      const from = sql`FROM device_template x JOIN template_version v ON v.id = x.version_id JOIN ${sql.raw(templateStatesOf)} s ON s.id = x.device_id
        WHERE x.template_id = ${id} AND (${states}::text[] IS NULL OR s.state = ANY (${states}::text[]))`;
      const found = await sql<Follower>`
        SELECT x.device_id AS id, ${deviceNamed('x.device_id')} AS device, v.version, s.state, x.since, x.failure, x.drift ${from}
         ORDER BY x.device_id ${sql.raw(list.sort?.direction === 'desc' ? 'DESC' : 'ASC')} LIMIT ${list.limit} OFFSET ${list.skip}`.execute(
        tx,
      );
      const count = list.total ? await sql<{ n: number }>`SELECT count(*)::integer AS n ${from}`.execute(tx) : null;
      return { data: found.rows, totalRecords: count?.rows[0]?.n ?? null };
    },
    async apply(context) {
      const { tx, body, actor } = context;
      const template = await read(context);
      const companyId = changeableCompany(actor, template.companyId);
      if ((body.deviceIds === undefined) === (body.filter === undefined)) throw invalid('deviceIds', 'Required');
      if (template.status === 'archived') throw refuse(409, 'template-archived');
      const version = body.version ?? template.version;
      if (version > template.version) throw invalid('version', 'outOfRange');
      const ids = await chosenDevices(context, { ...template, app: app.id }, body);
      const made = await sql<{ id: number }>`
        INSERT INTO template_application (company_id, template_id, version_id, keep_local)
        SELECT ${companyId}, ${template.id}, v.id, ${body.keepLocal} FROM template_version v WHERE v.template_id = ${template.id} AND v.version = ${version} RETURNING id`.execute(
        tx,
      );
      const id = made.rows[0]?.id as number;
      await sql`INSERT INTO template_application_device (company_id, application_id, device_id)
        SELECT ${companyId}, ${id}, device FROM unnest(${ids}::integer[]) AS n(device)`.execute(tx);
      await context.kit.jobs.send(context, applyQueue, { id });
      return (await applicationsOf(tx, [id]))[0] as Application;
    },
    async applications(context) {
      const { id } = await read(context);
      const { ids, totalRecords } = await findIds(context.tx, {
        table: 'template_application',
        spec: { sort: ['id'] },
        query: context.list,
        scope: context.actor.scope,
        where: [sql`t.template_id = ${id}`],
      });
      return { data: await applicationsOf(context.tx, ids), totalRecords };
    },
    async applicationDevices(context) {
      const { application } = await applicationOf(context);
      const { ids, totalRecords } = await findIds(context.tx, {
        table: 'template_application_device',
        spec: { sort: ['id'], defaultSort: ['id', 'asc'] },
        query: context.list,
        scope: context.actor.scope,
        where: [sql`t.application_id = ${application.id}`],
      });
      const found = await sql<ApplicationDevice>`
        SELECT x.id, x.state, x.code, x.changed_at, ${deviceNamed('x.device_id')} AS device FROM template_application_device x
         WHERE x.id = ANY (${ids}::bigint[])`.execute(context.tx);
      return { data: inOrder(ids, found.rows), totalRecords };
    },
    async retry(context) {
      const { tx, body, actor, kit } = context;
      const { template, application } = await applicationOf(context);
      changeableCompany(actor, template.companyId);
      const only = body.deviceIds ? sql`x.device_id = ANY (${body.deviceIds}::integer[])` : sql`true`;
      const again = await sql<{ id: number }>`
        UPDATE template_application_device x SET state = 'pending', code = NULL, changed_at = now() FROM ${sql.raw(deviceFacts)} d
         WHERE x.application_id = ${application.id} AND x.state = 'error' AND ${only} AND d.id = x.device_id AND ${withinApplied(actor.session, app.id)} RETURNING x.id`.execute(
        tx,
      );
      if (again.rows.length > 0) await kit.jobs.send(context, applyQueue, { id: application.id });
      return (await applicationsOf(tx, [application.id]))[0] as Application;
    },
  };
}
