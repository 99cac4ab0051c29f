import { sql } from 'kysely';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { visibleApps } from '#platform/server/kit.ts';
import type { Scope, Tx } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Device } from '../../common/device.ts';

export type DeviceCount = {
  structureId: number;
  solutionId: number;
  devices: number;
  online: number;
  sleeping: number;
  offline: number;
  lowBattery: number;
};

/** The number of installed devices of an app by structure and solution. */
export async function deviceCounts(tx: Tx, app: string, structureIds: readonly number[]): Promise<DeviceCount[]> {
  const counts =
    await sql<DeviceCount>`SELECT structure_id, solution_id, count(*) AS devices, count(*) FILTER (WHERE connection = 'online') AS online,
    count(*) FILTER (WHERE connection = 'sleeping') AS sleeping, count(*) FILTER (WHERE connection = 'offline') AS offline, count(*) FILTER (WHERE battery < 20) AS low_battery
    FROM device WHERE structure_id = ANY (${structureIds}::integer[]) AND app = ${app} AND state = 'installed' GROUP BY 1, 2 ORDER BY 1, 2`.execute(
      tx,
    );
  return counts.rows;
}

type Connections = Pick<DeviceCount, 'online' | 'sleeping' | 'offline'>;

/** The sums of the counts by connection. */
export const sumConnections = (counts: readonly Connections[]): Connections => ({
  online: counts.reduce((sum, { online }) => sum + online, 0),
  sleeping: counts.reduce((sum, { sleeping }) => sum + sleeping, 0),
  offline: counts.reduce((sum, { offline }) => sum + offline, 0),
});

/** An app whose devices the caller may see, and the structures that limit them; null without a limit. */
export type VisibleApp = { app: string; structures: readonly number[] | null };
export type SiteDeviceCounts = Omit<DeviceCount, 'solutionId'> & { companyId: number; app: string };

/** The apps with devices that the caller may see. */
export const appsWithDevices = ({ kit, actor, may }: Pick<Context, 'kit' | 'actor' | 'may'>): VisibleApp[] =>
  visibleApps(kit)
    .filter(({ id, hardware }) => hardware && may(canDo(`${id}.device`, 'read')))
    .map(({ id }) => ({ app: id, structures: resourcesWith(actor.session, id, 'device', 'read') }));

/** A condition on the devices of a table: those of these apps within their limits. */
export const withinApps = (apps: readonly VisibleApp[], table = 'device') =>
  sql`(${sql.join(
    apps.length === 0
      ? [sql`false`]
      : apps.map(({ app, structures }) =>
          structures === null
            ? sql`${sql.ref(`${table}.app`)} = ${app}`
            : sql`(${sql.ref(`${table}.app`)} = ${app} AND ${sql.ref(`${table}.structure_id`)} = ANY (${structures}::integer[]))`,
        ),
    sql` OR `,
  )})`;

/** The number of installed devices that the caller may see, by structure and app. */
export async function devicesBySite(tx: Tx, scope: Scope, apps: readonly VisibleApp[]): Promise<SiteDeviceCounts[]> {
  const companies = scope.companies === 'all' ? sql`true` : sql`company_id = ANY (${scope.companies}::integer[])`;
  const counts = await sql<SiteDeviceCounts>`
    SELECT company_id, structure_id, app, count(*) AS devices, count(*) FILTER (WHERE connection = 'online') AS online,
           count(*) FILTER (WHERE connection = 'sleeping') AS sleeping, count(*) FILTER (WHERE connection = 'offline') AS offline,
           count(*) FILTER (WHERE battery < 20) AS low_battery
      FROM device WHERE ${companies} AND state = 'installed' AND ${withinApps(apps)} GROUP BY 1, 2, 3`.execute(tx);
  return counts.rows;
}

/** The solutions of an app with devices in the scope, lowest id first. `structures` limits the devices to these structures. */
export async function solutionCounts(
  tx: Tx,
  app: string,
  scope: Scope,
  structures: readonly number[] | null,
): Promise<{ id: number; devices: number }[]> {
  const companies = scope.companies === 'all' ? sql`true` : sql`company_id = ANY (${scope.companies}::integer[])`;
  const inStructures = structures === null ? sql`true` : sql`structure_id = ANY (${structures}::integer[])`;
  const counts = await sql<{
    id: number;
    devices: number;
  }>`SELECT solution_id AS id, count(*) AS devices FROM device WHERE ${companies} AND app = ${app} AND ${inStructures} GROUP BY 1 ORDER BY 1`.execute(
    tx,
  );
  return counts.rows;
}

export type DeviceGroup = Pick<Device, 'solutionId' | 'state' | 'connection'> & { devices: number };

/** The number of devices of an app in the scope by solution, state and connection. `structures` limits the devices. */
export async function deviceGroups(
  tx: Tx,
  app: string,
  scope: Scope,
  structures: readonly number[] | null,
): Promise<DeviceGroup[]> {
  const companies = scope.companies === 'all' ? sql`true` : sql`company_id = ANY (${scope.companies}::integer[])`;
  const inStructures = structures === null ? sql`true` : sql`structure_id = ANY (${structures}::integer[])`;
  const groups = await sql<DeviceGroup>`
    SELECT solution_id, state, connection, count(*)::integer AS devices
      FROM device WHERE ${companies} AND app = ${app} AND ${inStructures} GROUP BY 1, 2, 3`.execute(tx);
  return groups.rows;
}

export type CompanyDevices = {
  companyId: number;
  stock: number;
  installed: number;
  offline: number;
  /** Subscriptions of devices that end within this many days. */
  expiring30: number;
  expiring60: number;
  expiring90: number;
};

const endsWithin = (days: number) =>
  sql`count(*) FILTER (WHERE has_token AND NOT token_blocked AND expiration_at > now() AND expiration_at < now() + ${days} * interval '1 day')::integer`;

/** The devices that the caller may see, by company. */
export async function devicesByCompany(tx: Tx, scope: Scope, apps: readonly VisibleApp[]): Promise<CompanyDevices[]> {
  const companies = scope.companies === 'all' ? sql`true` : sql`company_id = ANY (${scope.companies}::integer[])`;
  const counts = await sql<CompanyDevices>`
    SELECT company_id, count(*) FILTER (WHERE state = 'inventory')::integer AS stock, count(*) FILTER (WHERE state = 'installed')::integer AS installed,
           count(*) FILTER (WHERE state = 'installed' AND connection = 'offline')::integer AS offline,
           ${endsWithin(30)} AS expiring30, ${endsWithin(60)} AS expiring60, ${endsWithin(90)} AS expiring90
      FROM device WHERE ${companies} AND state <> 'removed' AND ${withinApps(apps)} GROUP BY 1`.execute(tx);
  return counts.rows;
}
