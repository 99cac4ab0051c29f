import { sql } from 'kysely';
import { visibleDevice } from '#core/devices/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { declaredAs } from '#platform/server/declared.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { carriers } from '../common/carriers.ts';
import { type Fitting, type FittingRoutes, fittingList } from '../common/fitting.ts';
import { fitDevice } from './fit-device.ts';
import { fittingRows } from './fitting-rows.ts';
import { unfitDevice } from './unfit-device.ts';

const shown = async (context: Pick<Context, 'tx' | 'actor' | 'locale'>, id: number): Promise<Fitting> => {
  const [row] = await fittingRows(context, [id]);
  return row as Fitting;
};

/** Serves `fittingRoutes(app)`. People who are limited to sites see the fittings to records of these. */
export const fittingHandlers = (app: string): Handlers<FittingRoutes> => ({
  async list(context) {
    const { tx, actor, list } = context;
    const structures = resourcesWith(actor.session, app, 'device', 'read');
    const { ids, totalRecords } = await findIds(tx, {
      table: 'fitting',
      spec: fittingList,
      query: list,
      scope: actor.scope,
      where: [
        sql`t.app_id = ${app}`,
        sql`(${structures}::integer[] IS NULL OR t.structure_id = ANY (${structures}::integer[]))`,
      ],
      columns: { current: sql`(t.to_at IS NULL)` },
    });
    return { data: await fittingRows(context, ids), totalRecords };
  },
  async fit(context) {
    const { tx, kit, actor, params, body } = context;
    const device = await visibleDevice(tx, actor, app, params.id, 'fit');
    const { type } = body.subject;
    if (declaredAs(carriers, kit, type, 'subject.type').app !== app) throw invalid('subject.type', 'invalid');
    return shown(context, await fitDevice(context, { ...body, device }));
  },
  async unfit(context) {
    const device = await visibleDevice(context.tx, context.actor, app, context.params.id, 'fit');
    return shown(context, await unfitDevice(context, { ...context.body, device }));
  },
});
