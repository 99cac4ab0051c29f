import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { ComPackage, ComPackageKind, comPackageRoutes } from '../../common/com-package.ts';
import { clientCalled } from '../relations/clients.ts';
import { assertChanges, assertManages } from './company-access.ts';

/** The units that a company has left, in a transaction that may read them. */
export const comUnitBalances = (tx: Tx, companyId: number): Promise<ComPackage[]> =>
  tx
    .selectFrom('comPackage')
    .select(['id', 'kind', 'icon', 'total', 'remaining'])
    .where('companyId', '=', companyId)
    .orderBy('kind')
    .orderBy('icon')
    .execute();

/** Adds units to a company's balance; the market calls it when a package is deployed. */
export async function addComUnits(
  tx: Tx,
  companyId: number,
  kind: ComPackageKind,
  icon: number,
  units: number,
): Promise<void> {
  await tx
    .insertInto('comPackage')
    .values({ companyId, kind, icon, total: units, remaining: units })
    .onConflict((on) =>
      on.columns(['companyId', 'kind', 'icon']).doUpdateSet((row) => ({
        total: row('comPackage.total', '+', units),
        remaining: row('comPackage.remaining', '+', units),
      })),
    )
    .execute();
}

/** Takes units from a company's balance as far as it has them, and returns how many are missing because they are used. */
export async function takeBackComUnits(
  tx: Tx,
  companyId: number,
  kind: ComPackageKind,
  icon: number,
  units: number,
): Promise<number> {
  const stored = await tx
    .selectFrom('comPackage')
    .select(['id', 'total', 'remaining'])
    .where('companyId', '=', companyId)
    .where('kind', '=', kind)
    .where('icon', '=', icon)
    .forUpdate()
    .executeTakeFirst();
  if (!stored) return units;
  const taken = Math.min(units, stored.remaining);
  await tx
    .updateTable('comPackage')
    .set({ total: stored.total - taken, remaining: stored.remaining - taken })
    .where('id', '=', stored.id)
    .execute();
  return units - taken;
}

export const comPackageHandlers: Handlers<typeof comPackageRoutes> = {
  list: async ({ tx, params, actor }) => {
    await assertManages(tx, actor, params.id);
    return bypassRls(tx, actor.scope, () => comUnitBalances(tx, params.id));
  },
  transfer: async ({ tx, params, body, actor }) => {
    await assertChanges(tx, actor, params.id);
    return bypassRls(tx, actor.scope, async () => {
      await clientCalled(tx, actor, params.id, body.companyId);
      const source = await tx
        .selectFrom('comPackage')
        .selectAll()
        .where('id', '=', body.packageId)
        .where('companyId', '=', params.id)
        .forUpdate()
        .executeTakeFirst();
      if (!source) throw refuse(404, 'not-found');
      if (source.remaining < body.units) throw refuse(409, 'too-few-units', { remaining: source.remaining });
      await tx
        .updateTable('comPackage')
        .set({ total: source.total - body.units, remaining: source.remaining - body.units })
        .where('id', '=', source.id)
        .execute();
      await addComUnits(tx, body.companyId, source.kind, source.icon, body.units);
      return comUnitBalances(tx, params.id);
    });
  },
};
