import { demoCompanies } from '#core/accounts/server/api.ts';
import { countriesOfCities } from '#core/countries/server/api.ts';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { addFences } from './demo-geofences.ts';
import { demoCities, type Plan, plans } from './demo-plans.ts';

/** The ids of the demo structures by name, for the demo data of other slices. */
export async function demoStructures(tx: Tx): Promise<Record<string, number>> {
  const found = await tx
    .selectFrom('structure')
    .select(['id', 'name'])
    .where(
      'name',
      'in',
      plans.map(({ name }) => name),
    )
    .execute();
  return Object.fromEntries(found.map(({ id, name }) => [name, id]));
}

export const demo = (kit: Kit): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    const companies = await demoCompanies(tx);
    const countryOf = await countriesOfCities(tx, demoCities);
    const areas = await tx
      .insertInto('area')
      .values(plans.map((plan) => ({ companyId: companies[plan.company], name: plan.area, cityId: plan.cityId })))
      .returning(['id', 'name', 'companyId'])
      .execute();
    const areaOf = (plan: Plan) =>
      areas.find((area) => area.name === plan.area && area.companyId === companies[plan.company])?.id ?? null;
    await tx
      .insertInto('structure')
      .values(
        plans.map((plan) => ({
          companyId: companies[plan.company],
          name: plan.name,
          kind: plan.kind,
          countryId: countryOf.get(plan.cityId) as number,
          cityId: plan.cityId,
          areaId: areaOf(plan),
          address: plan.address,
          lat: plan.at[0],
          lng: plan.at[1],
          parentId: null,
        })),
      )
      .execute();
    await addFloors(tx, companies);
    await addInner(tx);
    await addFences(tx, companies.reem);
  });

async function addFloors(tx: Tx, companies: Record<Plan['company'], number>) {
  const ids = await demoStructures(tx);
  const owner = (plan: Plan) => ({ companyId: companies[plan.company], structureId: ids[plan.name] as number });
  const floors = await tx
    .insertInto('floor')
    .values(plans.flatMap((plan) => plan.floors.map(([name, level]) => ({ ...owner(plan), name, level }))))
    .returning(['id', 'structureId', 'name'])
    .execute();
  const floorOf = new Map(floors.map(({ id, structureId, name }) => [`${structureId} ${name}`, id]));
  await tx
    .insertInto('space')
    .values(
      plans.flatMap((plan) =>
        plan.floors.flatMap(([floor, , spaces]) =>
          spaces.map((name) => ({ ...owner(plan), floorId: floorOf.get(`${ids[plan.name]} ${floor}`) ?? null, name })),
        ),
      ),
    )
    .execute();
}

/** A block that stands within a site, so that inner structures can be seen. */
async function addInner(tx: Tx) {
  const outer = await tx
    .selectFrom('structure')
    .selectAll()
    .where('name', '=', 'Corniche Villas')
    .executeTakeFirstOrThrow();
  const { id: parentId, companyId, countryId, cityId, areaId, lat, lng } = outer;
  await tx
    .insertInto('structure')
    .values(
      ['Villa A', 'Villa B'].map((name) => ({
        companyId,
        countryId,
        cityId,
        areaId,
        lat,
        lng,
        parentId,
        name,
        kind: 'unit',
        address: outer.address,
      })),
    )
    .execute();
}
