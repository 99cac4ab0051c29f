import { sql } from 'kysely';
import { codeOfCountry as countryOf } from '#core/countries/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Handlers, serve } from '#platform/server/serve.ts';
import { packages } from '../app.ts';
import { type MerchantRow, packageList, type packageRoutes } from '../common/package.ts';
import { commissionOf, createBatch, expireCodes, listCodes, readSales, voidCodes } from './codes.ts';
import { packagesDemo } from './demo.ts';
import { merchantRows, modelsOf, packageRows } from './package-rows.ts';
import { lookUp, redeem } from './redeem.ts';
import './tables.ts';

const everything = { companies: 'all', userId: null, actingFor: null } as const;

const handlers: Handlers<typeof packageRoutes> = {
  list: (context) =>
    // Everybody may see the names of merchants, but nothing else about them.
    bypassRls(context.tx, everything, async () => {
      const { app, kind, ...filters } = context.list.filters;
      const sold = await modelsOf(context);
      const models = sold.filter(
        (model) => (!app || app.includes(model.app)) && (!kind || (kind as readonly string[]).includes(model.kind)),
      );
      const { ids, totalRecords } = await findIds(context.tx, {
        table: 'package',
        spec: packageList,
        query: { ...context.list, filters },
        scope: everything,
        company: null,
        where: [sql`t.model_id = ANY (${models.map(({ id }) => id)}::integer[])`],
      });
      return { data: await packageRows(context, sql`p.id = ANY (${ids}::integer[])`), totalRecords };
    }),
  models: (context) => modelsOf(context, context.query),
  async model(context) {
    const [model] = await modelsOf(context, { ids: [context.params.id] });
    if (!model) throw refuse(404, 'not-found');
    return model;
  },
  merchants: ({ tx, actor }) => bypassRls(tx, actor.scope, () => merchantRows(tx)),
  addMerchant: ({ tx, actor, body }) => bypassRls(tx, actor.scope, () => storeMerchant(tx, body)),
  changeMerchant: ({ tx, actor, params, body }) =>
    bypassRls(tx, actor.scope, async () => {
      const [before] = await merchantRows(tx, sql`id = ${params.id}`);
      if (!before) throw refuse(404, 'not-found');
      return storeMerchant(tx, { ...before, ...body }, params.id);
    }),
  create: (context) => bypassRls(context.tx, context.actor.scope, () => createBatch(context)),
  external: (context) => bypassRls(context.tx, context.actor.scope, () => listCodes(context)),
  void: (context) => bypassRls(context.tx, context.actor.scope, () => voidCodes(context)),
  sold: (context) => bypassRls(context.tx, context.actor.scope, () => readSales(context)),
  commission: (context) => bypassRls(context.tx, context.actor.scope, () => commissionOf(context)),
  lookUp,
  redeem,
};

type Merchant = Omit<MerchantRow, 'id' | 'active'> & { active?: boolean | undefined };

/** Adds a merchant, or changes the one with the id. Refuses a name that another one has. */
async function storeMerchant(tx: Tx, merchant: Merchant, id: number | null = null): Promise<MerchantRow> {
  const { name, email, phone, countryId, commission, active = true } = merchant;
  const named = await tx
    .selectFrom('packageMerchant')
    .where('name', '=', name)
    .where('id', 'is distinct from', id)
    .execute();
  if (named.length > 0) throw invalid('name', 'taken');
  if ((await countryOf(tx, countryId)) === null) throw invalid('countryId', 'invalid');
  const values = { name, email, phone, countryId, commission, active };
  const written =
    id === null
      ? tx.insertInto('packageMerchant').values(values).returning('id')
      : tx.updateTable('packageMerchant').set(values).where('id', '=', id).returning('id');
  const stored = await written.executeTakeFirst();
  const [row] = await merchantRows(tx, sql`id = ${stored?.id}`);
  return row as MerchantRow;
}

async function start(kit: Kit): Promise<undefined> {
  if (!kit.roles.has('worker')) return undefined;
  await kit.jobs.schedule('packages.expire', '23 * * * *', async () => {
    await inSystem(kit.db, (tx) => expireCodes(tx));
  });
  return undefined;
}

export const packagesServer = serve(
  packages,
  { package: handlers },
  { start, demo: (kit) => packagesDemo(kit, handlers) },
);
