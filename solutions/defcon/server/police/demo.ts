import { sql } from 'kysely';
import { addDemoCompanies, addDemoPeople, demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { unitedArabEmirates } from '#core/countries/common/defaults.ts';
import type { Point } from '#core/places/common/area-geometry.ts';
import { demoStructures, drawArea, structurePlaces } from '#core/places/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { areaKinds, assignPolice } from './assign-police.ts';

/** A place in the district, which follows the coast: `along` it from the south-west, and `inland`, both from 0 to 1. */
const placeAt = (along: number, inland: number): Point => ({
  lat: Number((24.98 + 0.35 * along - 0.13 * inland).toFixed(5)),
  lng: Number((55 + 0.36 * along + (0.1 - 0.02 * along) * inland).toFixed(5)),
});
/** Hundredths of the way along the coast. All areas have the same points, so that no slivers are between them. */
const step = 2;
const strip = (from: number, to: number): Point[] => {
  const side = (inland: number) =>
    Array.from({ length: (to - from) / step + 1 }, (_, n) => placeAt((from + n * step) / 100, inland));
  return [...side(0), ...side(1).reverse()];
};
const polygons = (outer: Point[]) => [{ outer, holes: [] }];

const headquarters = {
  nameEn: 'Rimal Police Headquarters',
  nameAr: 'القيادة العامة لشرطة الرمال',
  code: 'RPHQ',
  phone: '+97145550100',
  email: 'office@rimal-police.test',
  area: strip(0, 100),
};
/** The first two overlap, and between the last two there is a gap. */
const stations = [
  {
    nameEn: 'Industrial Area Police Station',
    nameAr: 'مركز شرطة المنطقة الصناعية',
    code: 'RP-IND',
    phone: '+97145550130',
    email: 'industrial@rimal-police.test',
    area: strip(0, 34),
  },
  {
    nameEn: 'Marina Police Station',
    nameAr: 'مركز شرطة المرسى',
    code: 'RP-MAR',
    phone: '+97145550110',
    email: 'marina@rimal-police.test',
    area: strip(30, 66),
  },
  {
    nameEn: 'Old Souq Police Station',
    nameAr: 'مركز شرطة السوق القديم',
    code: 'RP-SOU',
    phone: '+97145550120',
    email: 'souq@rimal-police.test',
    area: strip(72, 100),
  },
];
/** Where the demo has panels. The last is outside of the district. */
const premises = [
  'Marina Heights',
  'Qasr Mall',
  'Qasr Distribution Centre',
  'Najm Workshop',
  'Creek Gardens',
  'Reem Pumping Station',
  'Corniche Villas',
];

/** The headquarters of the demo and its officer. */
export type DemoPolice = { companyId: number; localityId: number; officerId: number };

/** A police headquarters with three stations, and the premises for which they answer. */
export const addDemoPolice = (kit: Kit): Promise<DemoPolice> =>
  emittingAsSystem(kit, kit.db, async (context) => {
    const { tx } = context;
    const units = [headquarters, ...stations];
    const companies = await addDemoCompanies(
      tx,
      'defcon',
      units.map(({ nameEn, nameAr, email }, n) => ({
        name: n === 0 ? nameAr : nameEn,
        email,
        type: n === 0 ? 'HQ Police Station' : 'Local Police Station',
        countryId: unitedArabEmirates,
      })),
    );
    const { aman } = await demoCompanies(tx);
    await grantApp(tx, 'defcon', [aman]);
    const [hqCompany = 0, , marinaCompany = 0] = companies;
    const person = { role: 'Admin', appRole: null } as const;
    const [officerId = 0] = await addDemoPeople(tx, 'defcon', [
      { ...person, email: 'hq@rasid.test', firstName: 'سيف', lastName: 'الكتبي', locale: 'ar', companyId: hqCompany },
      {
        ...person,
        email: 'station@rasid.test',
        firstName: 'Jassim',
        lastName: 'Al Ali',
        locale: 'en',
        companyId: marinaCompany,
      },
    ]);
    let hqId: number | null = null;
    for (const [n, { nameEn, nameAr, code, phone, area }] of units.entries()) {
      const companyId = companies[n] as number;
      const kind = hqId === null ? 'headquarters' : 'local';
      const added: { id: number } = await tx
        .insertInto('defconLocality')
        .values({
          ...{ companyId, kind, hqId, nameEn, nameAr, code, phone, countryId: unitedArabEmirates },
          ...{ hqCompanyId: hqId === null ? null : hqCompany, fallback: hqId === null },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await drawArea(
        context,
        { companyId, kind: areaKinds[kind], subjectId: added.id },
        { polygons: polygons(area), active: true },
      );
      hqId ??= added.id;
    }
    const structures = await demoStructures(tx);
    const ids = premises.map((name) => structures[name] as number);
    await sql`INSERT INTO defcon_premises (company_id, structure_id)
      SELECT company_id, id FROM ${sql.raw(structurePlaces)} s WHERE id = ANY (${ids}::integer[]) ORDER BY id ON CONFLICT DO NOTHING`.execute(
      tx,
    );
    await assignPolice(tx, ids);
    return { companyId: hqCompany, localityId: hqId ?? 0, officerId };
  });
