import { sql } from 'kysely';
import { demoCompanies, zoneOfCompany } from '#core/accounts/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, systemScope, type Tx } from '#platform/server/postgres/database.ts';
import type { Utility } from '../common/manifest.ts';
import type { Tariff } from '../common/tariff.ts';
import { type TariffTerms, taxableKinds } from '../common/terms.ts';
import { issueAt } from './bills/issue-bills.ts';
import { consumptionOfMeters } from './consumption.ts';
import { historyOf, meteredDevices, meteringOf, meterOf } from './meters.ts';
import { monthAt, monthSpan, monthsLater } from './months.ts';
import { scanMeters } from './scans/scan-meters.ts';
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

/** The customers with issued bills, and the number of months. */
const billed = { reem: 12, wadi: 3 } as const;
/** Bills are issued in the morning of the third, when late readings have come. */
const issuedAfterMs = 2.25 * dayMs;
/** The ratio of budgets to the consumption of the last month: one in four is nearly used up. */
const budgetMargins = [1.6, 1.05, 1.35, 1.9];

/**
 * Adds sample tariffs for all meters of the demo's customers, and finds the beginnings of the meters. Those with a history
 * of a year get budgets, and one meter of electricity gets bills.
 */
export async function meteringDemo(kit: Kit, app: AppManifest): Promise<void> {
  await inSystem(kit.db, async (tx) => {
    const companies = await demoCompanies(tx);
    for (const { company, ...sample } of samples) await addSample(tx, app, companies[company], sample);
  });
  await scanMeters(kit);
  await inSystem(kit.db, async (tx) => {
    const companies = await demoCompanies(tx);
    await addBudgets(tx, kit, app, companies.reem);
    for (const company of ['reem', 'wadi'] as const)
      await issueBills(tx, kit, app, companies[company], billed[company]);
  });
}

async function addBudgets(tx: Tx, kit: Kit, app: AppManifest, companyId: number): Promise<void> {
  const zone = await zoneOfCompany(tx, companyId);
  const month = monthsLater(monthAt(Date.now(), zone), -1);
  const devices = (await meteredDevices(tx, app, { companyId })).map(({ id }) => id);
  const meters = await consumptionOfMeters(
    { tx, kit, actor: { scope: systemScope } },
    { apps: [{ app: app.id, structures: null }], devices },
    { period: monthSpan(month, zone), before: monthSpan(monthsLater(month, -1), zone) },
  );
  // Without a month before there is no history of a year.
  const known = meters.flatMap(({ device, amount, before }) => (amount && before ? { device, amount } : []));
  await sql`INSERT INTO meter_budget (company_id, device_id, amount)
    SELECT ${companyId}, device, ceil(amount * (${budgetMargins}::float8[])[device % ${budgetMargins.length} + 1] / 10) * 10
      FROM unnest(${known.map(({ device }) => device)}::integer[], ${known.map(({ amount }) => amount)}::float8[]) known (device, amount)`.execute(
    tx,
  );
}

async function issueBills(tx: Tx, kit: Kit, app: AppManifest, companyId: number, months: number): Promise<void> {
  const solutions = solutionsOf(app, 'electricity');
  const device = (await meteredDevices(tx, app, { companyId })).find(({ solutionId }) =>
    solutions.includes(solutionId),
  );
  if (!device) return;
  const meter = await meterOf(tx, kit, app, device);
  const [first] = (await historyOf(tx, meter)).segments;
  for (let ago = months; ago > 0; ago--) {
    const month = monthsLater(monthAt(Date.now(), meter.zone), -ago);
    const { from, to } = monthSpan(month, meter.zone);
    if (first && Date.parse(first.startedAt) <= from)
      await issueAt(tx, meter, month, Math.min(to + issuedAfterMs, Date.now()));
  }
}

async function addSample(tx: Tx, app: AppManifest, companyId: number, { terms, ...tariff }: Omit<Sample, 'company'>) {
  const { nameEn, nameAr, utility, currency, unit } = tariff;
  const made = await tx
    .insertInto('tariff')
    .values({ companyId, app: app.id, nameEn, nameAr, utility, currency, unit, example: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = made.id;
  await addVersion(tx, { id, companyId, version: 0 }, '2025-01', terms);
  for (const solution of solutionsOf(app, utility))
    await tx
      .insertInto('tariffAssignment')
      .values({ tariffId: id, companyId, app: app.id, utility, level: 'solution', refId: solution })
      .execute();
}

const solutionsOf = (app: AppManifest, utility: Utility): number[] =>
  Object.entries(meteringOf(app).solutions)
    .filter(([, spec]) => spec.utility === utility)
    .map(([id]) => Number(id));
