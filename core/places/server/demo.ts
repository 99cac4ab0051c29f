import { demoCompanies } from '#core/accounts/server/api.ts';
import { countriesOfCities } from '#core/countries/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { addGeofences } from './demo-geofences.ts';
import { type DemoStructure, demoCities, demoStructureData } from './demo-structures.ts';

/** The ids of the demo structures by name, for the demo data of other slices. */
export async function demoStructures(tx: Tx): Promise<Record<string, number>> {
  const structures = await tx
    .selectFrom('structure')
    .select(['id', 'name'])
    .where(
      'name',
      'in',
      demoStructureData.map(({ name }) => name),
    )
    .execute();
  return Object.fromEntries(structures.map(({ id, name }) => [name, id]));
}

type DemoSite = Readonly<Omit<DemoStructure, 'company' | 'area' | 'floors' | 'at'>> & { at: readonly [number, number] };

/** Adds sites of a company that one app adds to the demo, and returns their ids in the same order. */
export async function addDemoSites(tx: Tx, companyId: number, sites: readonly DemoSite[]): Promise<number[]> {
  const countryOf = await countriesOfCities(
    tx,
    sites.map(({ cityId }) => cityId),
  );
  const added = await tx
    .insertInto('structure')
    .values(
      sites.map(({ at: [lat, lng], ...site }) => ({
        ...site,
        companyId,
        countryId: countryOf.get(site.cityId) as number,
        lat,
        lng,
      })),
    )
    .returning(['id', 'name'])
    .execute();
  const idOf = new Map(added.map(({ id, name }) => [name, id]));
  return sites.map(({ name }) => idOf.get(name) as number);
}

export const demo = (kit: Kit): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    const companies = await demoCompanies(tx);
    const countryOf = await countriesOfCities(tx, demoCities);
    const areas = await tx
      .insertInto('area')
      .values(
        demoStructureData.map((structure) => ({
          companyId: companies[structure.company],
          name: structure.area,
          cityId: structure.cityId,
        })),
      )
      .returning(['id', 'name', 'companyId'])
      .execute();
    const areaOf = (structure: DemoStructure) =>
      areas.find((area) => area.name === structure.area && area.companyId === companies[structure.company])?.id ?? null;
    await tx
      .insertInto('structure')
      .values(
        demoStructureData.map((structure) => ({
          companyId: companies[structure.company],
          name: structure.name,
          kind: structure.kind,
          grossArea: structure.grossArea,
          countryId: countryOf.get(structure.cityId) as number,
          cityId: structure.cityId,
          areaId: areaOf(structure),
          address: structure.address,
          lat: structure.at[0],
          lng: structure.at[1],
          parentId: null,
        })),
      )
      .execute();
    await addFloors(tx, companies);
    await addInnerStructures(tx);
    await addGeofences(tx, companies);
  });

async function addFloors(tx: Tx, companies: Record<DemoStructure['company'], number>) {
  const ids = await demoStructures(tx);
  const owner = (structure: DemoStructure) => ({
    companyId: companies[structure.company],
    structureId: ids[structure.name] as number,
  });
  const floors = await tx
    .insertInto('floor')
    .values(
      demoStructureData.flatMap((structure) =>
        structure.floors.map(([name, level]) => ({ ...owner(structure), name, level })),
      ),
    )
    .returning(['id', 'structureId', 'name'])
    .execute();
  const floorOf = new Map(floors.map(({ id, structureId, name }) => [`${structureId} ${name}`, id]));
  await tx
    .insertInto('space')
    .values(
      demoStructureData.flatMap((structure) =>
        structure.floors.flatMap(([floor, , spaces]) =>
          spaces.map((name) => ({
            ...owner(structure),
            floorId: floorOf.get(`${ids[structure.name]} ${floor}`) ?? null,
            name,
          })),
        ),
      ),
    )
    .execute();
}

/** Adds inner structures to one structure. */
async function addInnerStructures(tx: Tx) {
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

/** The ids of the spaces of a demo structure by name. */
export async function demoSpaces(tx: Tx, structureId: number): Promise<Record<string, number>> {
  const spaces = await tx.selectFrom('space').select(['id', 'name']).where('structureId', '=', structureId).execute();
  return Object.fromEntries(spaces.map(({ id, name }) => [name, id]));
}
