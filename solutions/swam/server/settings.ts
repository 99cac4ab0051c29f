import { visibleDevice } from '#core/devices/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { AirScale } from '../common/derived/air-quality-index.ts';
import { type settingRoutes, usualWaterUse, type WaterUse } from '../common/insights.ts';

const usualScale: AirScale = 'us-epa-2024';

/** The scale of the air quality index, by the id of the company. */
export async function airScalesOf(tx: Tx, companies: readonly number[]): Promise<(company: number) => AirScale> {
  const rows = await tx
    .selectFrom('swamSetting')
    .select(['companyId', 'airScale'])
    .where('companyId', '=', anyOf(companies))
    .execute();
  const byCompany = new Map(rows.map(({ companyId, airScale }) => [companyId, airScale]));
  return (company) => byCompany.get(company) ?? usualScale;
}

/** What people use at night, by the id of the site; sites without a row have the usual use. */
export async function waterUseOf(
  tx: Tx,
  structures: readonly number[],
): Promise<(structure: number | null) => WaterUse> {
  const rows = await tx
    .selectFrom('swamWaterUse')
    .select(['structureId', 'dwellings', 'perDwelling', 'watched'])
    .where('structureId', '=', anyOf(structures))
    .execute();
  const bySite = new Map(rows.map(({ structureId, ...use }) => [structureId, use]));
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
    await context.tx
      .insertInto('swamSetting')
      .values({ companyId, airScale })
      .onConflict((conflict) =>
        conflict.column('companyId').doUpdateSet((row) => ({ airScale: row.ref('excluded.airScale') })),
      )
      .execute();
    return { airScale };
  },
  async waterUse(context) {
    const { companyId, structureId } = await changeable(context);
    if (structureId === null) throw refuse(409, 'no-site');
    const { dwellings, perDwelling, watched } = context.body;
    await context.tx
      .insertInto('swamWaterUse')
      .values({ companyId, structureId, dwellings, perDwelling, watched })
      .onConflict((conflict) =>
        conflict.column('structureId').doUpdateSet((row) => ({
          dwellings: row.ref('excluded.dwellings'),
          perDwelling: row.ref('excluded.perDwelling'),
          watched: row.ref('excluded.watched'),
        })),
      )
      .execute();
    return context.body;
  },
};
