import { sql } from 'kysely';
import { openingsByStructure } from '#core/access/server/api.ts';
import { companyNamed, customersOf } from '#core/accounts/server/api.ts';
import { openCounts } from '#core/alarms/server/api.ts';
import { deviceFacts, deviceValidity } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type analysisRoutes, validities } from '../../common/analyses.ts';
import { assetsAnalysis } from './assets.ts';
import { occupancyTiming } from './occupancy.ts';
import { app, connectionCountsSql, isInstalled } from './seen-devices.ts';

const openingDays = 30;

type StructureCounts = {
  company: { id: number; name: string };
  structure: { id: number; name: string };
  devices: number;
  online: number;
  sleeping: number;
  offline: number;
};

export const analysisHandlers: Handlers<typeof analysisRoutes> = {
  async customerStructures(context) {
    const { tx } = context;
    const rows = await sql<StructureCounts>`
      SELECT ${companyNamed('c.company_id')} AS company, ${structureNamed('c.structure_id')} AS structure, c.devices, c.online, c.sleeping, c.offline
        FROM (SELECT d.company_id, d.structure_id, ${connectionCountsSql} FROM ${sql.raw(deviceFacts)} d
               WHERE ${isInstalled(context, 'analysis')} AND d.structure_id IS NOT NULL GROUP BY 1, 2) c
       ORDER BY c.devices DESC, c.structure_id LIMIT 1000`.execute(tx);
    const alarms = Map.groupBy(
      await openCounts(
        tx,
        app,
        rows.rows.map(({ structure }) => structure.id),
      ),
      ({ structureId }) => structureId,
    );
    const openings = await openingsByStructure(tx, app, openingDays);
    return rows.rows.map((row) => ({
      ...row,
      openAlarms: (alarms.get(row.structure.id) ?? []).reduce((sum, { n }) => sum + Number(n), 0),
      openings: openings.get(row.structure.id) ?? 0,
    }));
  },
  async deviceValidity(context) {
    const rows = await sql<{ validity: (typeof validities)[number]; count: number }>`
      SELECT validity, count(*)::integer AS count FROM (
        SELECT CASE WHEN NOT v.has_token THEN 'none' WHEN v.activation_at IS NULL THEN 'not-activated'
                    WHEN v.expiration_at IS NULL THEN 'longer' WHEN v.expiration_at <= now() THEN 'expired'
                    WHEN v.expiration_at <= now() + interval '30 days' THEN '30-days' WHEN v.expiration_at <= now() + interval '90 days' THEN '90-days'
                    WHEN v.expiration_at <= now() + interval '365 days' THEN '365-days' ELSE 'longer' END AS validity
          FROM ${sql.raw(deviceFacts)} d JOIN ${sql.raw(deviceValidity)} v ON v.device_id = d.id WHERE ${isInstalled(context, 'analysis')}) counted
       GROUP BY 1`.execute(context.tx);
    const counts = new Map(rows.rows.map(({ validity, count }) => [validity, count]));
    return validities.map((validity) => ({ validity, count: counts.get(validity) ?? 0 }));
  },
  async siDevices({ tx, actor }) {
    const customers = new Map((await customersOf(tx, actor)).map(({ id, name }) => [id, name]));
    type Row = {
      companyId: number;
      solutionId: number;
      inventory: number;
      installed: number;
      offline: number;
      due: number;
    };
    const rows = await bypassRls(tx, actor.scope, () =>
      sql<Row>`
        SELECT d.company_id, d.solution_id, (count(*) FILTER (WHERE d.state = 'inventory'))::integer AS inventory,
               (count(*) FILTER (WHERE d.state = 'installed'))::integer AS installed,
               (count(*) FILTER (WHERE d.state = 'installed' AND d.connection = 'offline'))::integer AS offline,
               (count(*) FILTER (WHERE v.expiration_at BETWEEN now() AND now() + interval '30 days'))::integer AS due
          FROM ${sql.raw(deviceFacts)} d JOIN ${sql.raw(deviceValidity)} v ON v.device_id = d.id
         WHERE d.app = ${app} AND d.state <> 'removed' AND d.company_id = ANY (${[...customers.keys()]}::integer[])
         GROUP BY 1, 2 ORDER BY 1, 2`.execute(tx),
    );
    return rows.rows.map(({ companyId, ...row }) => ({
      customer: { id: companyId, name: customers.get(companyId) ?? '' },
      ...row,
    }));
  },
  assets: assetsAnalysis,
  occupancyTiming,
};
