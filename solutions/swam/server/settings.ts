import { sql } from 'kysely';
import { visibleDevice } from '#core/devices/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { AirScale } from '../common/derived/air-quality-index.ts';
import { type settingRoutes, usualWaterUse, type WaterUse } from '../common/insights.ts';

const usualScale: AirScale = 'us-epa-2024';

/** The scale of the air quality index, by the id of the company. */
export async function airScalesOf(tx: Tx, companies: readonly number[]): Promise<(company: number) => AirScale> {
  const rows = await sql<{ companyId: number; airScale: AirScale }>`
    SELECT company_id, air_scale FROM swam_setting WHERE company_id = ANY (${companies}::integer[])`.execute(tx);
  const byCompany = new Map(rows.rows.map(({ companyId, airScale }) => [companyId, airScale]));
  return (company) => byCompany.get(company) ?? usualScale;
}

/** What people use at night, by the id of the site; sites without a row have the usual use. */
export async function waterUseOf(
  tx: Tx,
  structures: readonly number[],
): Promise<(structure: number | null) => WaterUse> {
  const rows = await sql<WaterUse & { structureId: number }>`
    SELECT structure_id, dwellings, per_dwelling, watched FROM swam_water_use
     WHERE structure_id = ANY (${structures}::integer[])`.execute(tx);
  const bySite = new Map(rows.rows.map(({ structureId, ...use }) => [structureId, use]));
  return (structure) => (structure === null ? undefined : bySite.get(structure)) ?? usualWaterUse;
}

type Change = Pick<Context, 'tx' | 'actor'> & { params: { id: number } };

async function changeable({ tx, actor, params }: Change) {
  const device = await visibleDevice(tx, actor, 'swam', params.id);
  if (!hasAbilityOn(actor.session, 'swam', 'setting', 'update', device.structureId)) throw refuse(403, 'no-permission');
  return device;
}

export const settingHandlers: Handlers<typeof settingRoutes> = {
  async airScale(context) {
    const { companyId } = await changeable(context);
    const { airScale } = context.body;
    await sql`INSERT INTO swam_setting (company_id, air_scale) VALUES (${companyId}, ${airScale})
      ON CONFLICT (company_id) DO UPDATE SET air_scale = excluded.air_scale`.execute(context.tx);
    return { airScale };
  },
  async waterUse(context) {
    const { companyId, structureId } = await changeable(context);
    if (structureId === null) throw refuse(409, 'no-site');
    const { dwellings, perDwelling, watched } = context.body;
    await sql`INSERT INTO swam_water_use (company_id, structure_id, dwellings, per_dwelling, watched)
      VALUES (${companyId}, ${structureId}, ${dwellings}, ${perDwelling}, ${watched})
      ON CONFLICT (structure_id) DO UPDATE SET dwellings = excluded.dwellings, per_dwelling = excluded.per_dwelling, watched = excluded.watched`.execute(
      context.tx,
    );
    return context.body;
  },
};
