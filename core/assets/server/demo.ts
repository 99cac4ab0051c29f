import { demoCompanies } from '#core/accounts/server/api.ts';
import { findStructures } from '#core/places/server/api.ts';
import type { ListQuery } from '#platform/common/list.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, systemScope } from '#platform/server/postgres/database.ts';
import type { Asset } from '../common/asset.ts';

type DemoAsset = { en: [type: string, name: string]; ar: [type: string, name: string]; status?: Asset['status'] };
const demoAssets: readonly DemoAsset[] = [
  { en: ['Pump', 'Booster pump'], ar: ['مضخة', 'مضخة تعزيز الضغط'] },
  { en: ['Generator', 'Standby generator'], ar: ['مولّد', 'المولّد الاحتياطي'] },
  { en: ['Cabinet', 'Main switchboard'], ar: ['خزانة', 'لوحة الكهرباء الرئيسية'] },
  { en: ['Pump', 'Sump pump'], ar: ['مضخة', 'مضخة التصريف'], status: 'in-repair' },
];
const arabic = /[\u0600-\u06FF]/;
const allRows: ListQuery = { limit: 100, skip: 0, total: false, filters: {}, ranges: {} };

/** Some assets in each structure of two customers. */
export const demo = (kit: Kit): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    const companies = await demoCompanies(tx);
    const owners = new Set([companies.reem, companies.wadi]);
    const structures = await findStructures(tx, systemScope, allRows, null);
    const values = structures.data
      .filter(({ companyId }) => owners.has(companyId))
      .flatMap((structure, place) =>
        // Each structure leaves out another part of the list, so that structures differ.
        demoAssets
          .filter((_, at) => (at + place) % 3 !== 0)
          .map((thing, at) => {
            const [type, name] = thing[arabic.test(structure.name) ? 'ar' : 'en'];
            return {
              companyId: structure.companyId,
              name,
              type,
              code: `A-${structure.id}${at}`,
              status: thing.status ?? ('in-use' as const),
              structureId: structure.id,
              floorId: null,
              spaceId: null,
              purchasedAt: '2024-03-01',
              description: '',
            };
          }),
      );
    await tx.insertInto('asset').values(values).execute();
  });
