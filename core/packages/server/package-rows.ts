import { type RawBuilder, sql } from 'kysely';
import { packageModels } from '#core/market/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import { type MerchantRow, type PackageModel, type PackageRow, packageKinds } from '../common/package.ts';

export type PackageContext = Pick<Context, 'tx' | 'kit' | 'locale'>;

/** The products that codes can represent, in the language of the visitor. */
export async function modelsOf(
  { tx, kit, locale }: PackageContext,
  filter: { app?: string | undefined; kind?: string | undefined; ids?: readonly number[] } = {},
): Promise<PackageModel[]> {
  const kinds = packageKinds.filter((kind) => filter.kind === undefined || kind === filter.kind);
  return (await packageModels(tx, kit, locale, { kinds, ...filter })) as PackageModel[];
}

type StoredPackage = Omit<PackageRow, 'model'> & { modelId: number };

/** Packages with their models, in the order of the ids. Those of a model that is not sold any more are left out. */
export async function packageRows(context: PackageContext, where: RawBuilder<unknown>): Promise<PackageRow[]> {
  const found = await sql<StoredPackage>`
    SELECT p.id, p.model_id, p.price_cents / 100.0 AS price, p.active, jsonb_build_object('id', m.id, 'name', m.name) AS merchant
      FROM package p JOIN package_merchant m ON m.id = p.merchant_id WHERE ${where} ORDER BY p.id`.execute(context.tx);
  const ids = [...new Set(found.rows.map(({ modelId }) => modelId))];
  const models = new Map((ids.length > 0 ? await modelsOf(context, { ids }) : []).map((model) => [model.id, model]));
  return found.rows.flatMap(({ modelId, ...row }) => {
    const model = models.get(modelId);
    return model ? [{ ...row, model }] : [];
  });
}

/** The merchants that meet the condition, by name. */
export async function merchantRows(tx: Tx, where: RawBuilder<unknown> = sql`true`): Promise<MerchantRow[]> {
  const found = await sql<MerchantRow>`
    SELECT id, name, email, phone, country_id, commission::double precision AS commission, active FROM package_merchant WHERE ${where}
     ORDER BY name`.execute(tx);
  return found.rows;
}
