import { demoCompanies, demoUsers } from '#core/accounts/server/api.ts';
import { addDemoGroup } from '#core/permissions/server/api.ts';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';

const dubai = 292223;
const abuDhabi = 292968;
const sharjah = 292672;
const riyadh = 108410;
const jeddah = 105343;

type Kind = 'building' | 'tower' | 'villa' | 'warehouse' | 'plant' | 'site' | 'unit';
type Plan = { company: 'najm' | 'reem' | 'wadi' | 'qasr' | 'sahel'; name: string; kind: Kind; cityId: number; area: string; address: string; at: [number, number]; floors: readonly (readonly [string, number, readonly string[]])[] };

const tower = [
  ['Basement', -1, ['Pump room', 'Water tank']],
  ['Ground', 0, ['Lobby', 'Electrical room']],
  ['Level 1', 1, ['Apartment 101', 'Apartment 102']],
  ['Level 2', 2, ['Apartment 201', 'Apartment 202']],
  ['Roof', 3, ['Roof tank', 'Chiller yard']],
] as const;
const arabicTower = [
  ['القبو', -1, ['غرفة المضخات']],
  ['الأرضي', 0, ['الاستقبال', 'المطبخ']],
  ['الطابق الأول', 1, ['غرفة 101', 'غرفة 102']],
  ['السطح', 2, ['خزان المياه']],
] as const;
const hall = [['Ground', 0, ['Loading bay', 'Cold store', 'Office']]] as const;

const plans: readonly Plan[] = [
  { company: 'reem', name: 'Marina Heights', kind: 'tower', cityId: dubai, area: 'Dubai Marina', address: 'Al Marsa Street 12', at: [25.0805, 55.1403], floors: tower },
  { company: 'reem', name: 'Creek Gardens', kind: 'building', cityId: dubai, area: 'Al Jaddaf', address: 'Al Khail Road 40', at: [25.2173, 55.3329], floors: tower },
  { company: 'reem', name: 'برج السعديات', kind: 'tower', cityId: abuDhabi, area: 'جزيرة السعديات', address: 'شارع الشيخ خليفة 7', at: [24.5339, 54.4341], floors: arabicTower },
  { company: 'reem', name: 'Corniche Villas', kind: 'villa', cityId: abuDhabi, area: 'Al Bateen', address: 'Corniche Road 3', at: [24.4629, 54.3292], floors: [['Ground', 0, ['Kitchen', 'Garden']]] },
  { company: 'reem', name: 'Reem Pumping Station', kind: 'plant', cityId: sharjah, area: 'Al Nahda', address: 'Industrial Area 4', at: [25.3032, 55.3724], floors: hall },
  { company: 'wadi', name: 'فندق الوادي الرياض', kind: 'building', cityId: riyadh, area: 'العليا', address: 'طريق الملك فهد', at: [24.6953, 46.6853], floors: arabicTower },
  { company: 'wadi', name: 'منتجع الوادي جدة', kind: 'site', cityId: jeddah, area: 'أبحر الشمالية', address: 'طريق الكورنيش', at: [21.7343, 39.1122], floors: arabicTower },
  { company: 'wadi', name: 'Wadi Suites Olaya', kind: 'building', cityId: riyadh, area: 'Olaya', address: 'Tahlia Street 88', at: [24.6989, 46.6863], floors: tower },
  { company: 'qasr', name: 'Qasr Mall', kind: 'building', cityId: dubai, area: 'Al Barsha', address: 'Umm Suqeim Street 21', at: [25.1124, 55.2006], floors: hall },
  { company: 'qasr', name: 'Qasr Distribution Centre', kind: 'warehouse', cityId: dubai, area: 'Jebel Ali', address: 'Jebel Ali Free Zone 5', at: [25.0003, 55.0907], floors: hall },
  { company: 'qasr', name: 'قصر الرياض', kind: 'building', cityId: riyadh, area: 'الملقا', address: 'طريق أنس بن مالك', at: [24.8056, 46.6091], floors: arabicTower },
  { company: 'sahel', name: 'Sahel Depot', kind: 'warehouse', cityId: sharjah, area: 'Al Saja', address: 'Al Saja Industrial 9', at: [25.3307, 55.6153], floors: hall },
  { company: 'najm', name: 'Najm Workshop', kind: 'warehouse', cityId: dubai, area: 'Al Quoz', address: 'Al Quoz 3', at: [25.1377, 55.2264], floors: hall },
];

/** The ids of the demo structures by name, for the demo data of other slices. */
export async function demoStructures(tx: Tx): Promise<Record<string, number>> {
  const found = await tx.selectFrom('structure').select(['id', 'name']).where('name', 'in', plans.map(({ name }) => name)).execute();
  return Object.fromEntries(found.map(({ id, name }) => [name, id]));
}

export const demo = (kit: Kit): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    const companies = await demoCompanies(tx);
    const countryOf = await countries(tx);
    const areas = await tx
      .insertInto('area')
      .values(plans.map((plan) => ({ companyId: companies[plan.company], name: plan.area, cityId: plan.cityId })))
      .returning(['id', 'name', 'companyId'])
      .execute();
    const areaOf = (plan: Plan) => areas.find((area) => area.name === plan.area && area.companyId === companies[plan.company])?.id ?? null;
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
    await addGroups(tx, kit, companies.reem);
  });

async function countries(tx: Tx) {
  const found = await tx.selectFrom('city').select(['id', 'countryId']).where('id', 'in', [dubai, abuDhabi, sharjah, riyadh, jeddah]).execute();
  return new Map(found.map(({ id, countryId }) => [id, countryId]));
}

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
        plan.floors.flatMap(([floor, , spaces]) => spaces.map((name) => ({ ...owner(plan), floorId: floorOf.get(`${ids[plan.name]} ${floor}`) ?? null, name }))),
      ),
    )
    .execute();
}

/** A block that stands within a site, so that inner structures can be seen. */
async function addInner(tx: Tx) {
  const outer = await tx.selectFrom('structure').selectAll().where('name', '=', 'Corniche Villas').executeTakeFirstOrThrow();
  const { id: parentId, companyId, countryId, cityId, areaId, lat, lng } = outer;
  await tx
    .insertInto('structure')
    .values(['Villa A', 'Villa B'].map((name) => ({ companyId, countryId, cityId, areaId, lat, lng, parentId, name, kind: 'unit', address: outer.address })))
    .execute();
}

/** The viewer sees three of the five structures, the operator all of them. */
async function addGroups(tx: Tx, kit: Kit, companyId: number) {
  const ids = await demoStructures(tx);
  const users = await demoUsers(tx);
  const seen = ['Marina Heights', 'Creek Gardens', 'برج السعديات'].map((name) => ids[name] as number);
  const water = { appId: 'swam', companyId };
  await addDemoGroup(tx, kit, { ...water, name: 'Water viewers', role: 'Viewer', users: [users.viewer as number], resources: seen });
  await addDemoGroup(tx, kit, { ...water, name: 'Water operators', role: 'Operator', users: [users.operator as number], resources: ['*'] });
}
