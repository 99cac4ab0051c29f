import { sql } from 'kysely';
import { demoCompanies } from '#core/accounts/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Utility } from '../common/manifest.ts';
import type { Tariff } from '../common/tariff.ts';
import { type TariffTerms, taxableKinds } from '../common/terms.ts';
import { meteringOf } from './meters.ts';
import { scanMeters } from './scan.ts';
import { addVersion } from './tariffs.ts';

type Sample = Pick<Tariff, 'nameEn' | 'nameAr' | 'utility' | 'currency' | 'unit'> & {
  company: 'reem' | 'wadi';
  terms: TariffTerms;
};

const terms = (
  slabs: [upTo: number | null, price: string][],
  vatPercent: number,
  more: Partial<TariffTerms> = {},
): TariffTerms => ({
  mode: 'graduated',
  perMonth: true,
  slabs: slabs.map(([upTo, price]) => ({ upTo, price })),
  surcharges: [],
  fixed: [],
  seweragePercent: null,
  vatPercent,
  vatOn: [...taxableKinds],
  ...more,
});

/** Published prices of the year that the names state. */
const samples: readonly Sample[] = [
  {
    company: 'reem',
    nameEn: 'Dubai electricity, example of 2025',
    nameAr: 'كهرباء دبي، مثال لعام 2025',
    utility: 'electricity',
    currency: 'AED',
    unit: 'kWh',
    terms: terms(
      [
        [2000, '0.23'],
        [4000, '0.28'],
        [6000, '0.32'],
        [null, '0.38'],
      ],
      5,
      {
        surcharges: [{ nameEn: 'Fuel surcharge', nameAr: 'رسم الوقود', kind: 'unit', value: '0.05' }],
        fixed: [{ nameEn: 'Meter charge', nameAr: 'رسم العداد', amount: '6', due: 'monthly' }],
      },
    ),
  },
  {
    company: 'reem',
    nameEn: 'Dubai water, example of 2025',
    nameAr: 'مياه دبي، مثال لعام 2025',
    utility: 'water',
    currency: 'AED',
    unit: 'IG',
    terms: terms(
      [
        [6000, '0.035'],
        [12000, '0.040'],
        [null, '0.046'],
      ],
      5,
      {
        surcharges: [{ nameEn: 'Fuel surcharge', nameAr: 'رسم الوقود', kind: 'unit', value: '0.004' }],
        fixed: [{ nameEn: 'Meter charge', nameAr: 'رسم العداد', amount: '5', due: 'monthly' }],
      },
    ),
  },
  {
    company: 'wadi',
    nameEn: 'Saudi residential electricity, example of 2025',
    nameAr: 'كهرباء سكنية في السعودية، مثال لعام 2025',
    utility: 'electricity',
    currency: 'SAR',
    unit: 'kWh',
    terms: terms(
      [
        [6000, '0.18'],
        [null, '0.30'],
      ],
      15,
    ),
  },
];

/** Adds sample tariffs for all meters of the demo's customers, and finds the beginnings of the meters. */
export async function meteringDemo(kit: Kit, app: AppManifest): Promise<void> {
  await inSystem(kit.db, async (tx) => {
    const companies = await demoCompanies(tx);
    for (const { company, ...sample } of samples) await addSample(tx, app, companies[company], sample);
  });
  await scanMeters(kit);
}

async function addSample(tx: Tx, app: AppManifest, companyId: number, { terms, ...tariff }: Omit<Sample, 'company'>) {
  const { nameEn, nameAr, utility, currency, unit } = tariff;
  const made = await sql<{ id: number }>`
    INSERT INTO tariff (company_id, app, name_en, name_ar, utility, currency, unit, example)
    VALUES (${companyId}, ${app.id}, ${nameEn}, ${nameAr}, ${utility}, ${currency}, ${unit}, true) RETURNING id`.execute(
    tx,
  );
  const id = made.rows[0]?.id as number;
  await addVersion(tx, { id, companyId, version: 0 }, '2025-01', terms);
  for (const solution of solutionsOf(app, utility))
    await sql`INSERT INTO tariff_assignment (tariff_id, company_id, app, utility, level, ref_id)
      VALUES (${id}, ${companyId}, ${app.id}, ${utility}, 'solution', ${solution})`.execute(tx);
}

const solutionsOf = (app: AppManifest, utility: Utility): number[] =>
  Object.entries(meteringOf(app).solutions)
    .filter(([, spec]) => spec.utility === utility)
    .map(([id]) => Number(id));
