import { sql } from 'kysely';
import type { z } from 'zod';
import { deviceFacts, deviceNamed } from '#core/devices/server/api.ts';
import { placementExists, structureNamed } from '#core/places/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Decimal, decimal } from '#platform/common/text/money.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { records } from '#platform/server/records/records.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { conversionOf, type Utility } from '../common/manifest.ts';
import { billLinesOf } from '../common/price.ts';
import { type newAssignment, type Tariff, tariffList, type tariffRoutes, tariffRow } from '../common/tariff.ts';
import type { TariffTerms } from '../common/terms.ts';
import { exactTotals } from './bills/exact-totals.ts';
import { type Meter, meteringOf } from './meters.ts';
import { firstDayOf } from './months.ts';

const own = tariffRow.omit({ localizedName: true, version: true, validFrom: true, terms: true, assignments: true });
const entity = { table: 'tariff', list: tariffList, row: own };

type Reading = Pick<Context, 'tx' | 'actor' | 'locale'> & { params: object };

const newestVersion = (field: string) =>
  sql`(SELECT ${sql.raw(field)} FROM tariff_version v WHERE v.tariff_id = t.id ORDER BY v.version DESC LIMIT 1)`;
const select = ({ locale }: Reading) => ({
  localizedName: sql.ref(locale === 'ar' ? 't.name_ar' : 't.name_en'),
  version: newestVersion('v.version'),
  validFrom: newestVersion("to_char(v.valid_from, 'YYYY-MM')"),
  terms: newestVersion('v.terms'),
  assignments: sql`coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'level', a.level, 'refId', a.ref_id, 'dwellings', a.dwellings,
      'name', CASE a.level WHEN 'device' THEN ${deviceNamed('a.ref_id')} ->> 'name' WHEN 'structure' THEN ${structureNamed('a.ref_id')} ->> 'name' END) ORDER BY a.level, a.id)
    FROM tariff_assignment a WHERE a.tariff_id = t.id), '[]')`,
});

type Target = z.infer<typeof newAssignment>;

export function tariffHandlers(app: AppManifest): Handlers<ReturnType<typeof tariffRoutes>> {
  const tariffs = records<Tariff>(entity, {
    select,
    seen: () => sql`t.app = ${app.id}`,
    check: async (_, __, before) => (before ? {} : { app: app.id, example: false }),
  });
  const toChange = async (context: Reading & { params: { id: number } }): Promise<Tariff> => {
    // Locked before the number of the latest version is read, so that concurrent changes create two versions.
    await context.tx.selectFrom('tariff').where('id', '=', context.params.id).forUpdate().execute();
    const tariff = await tariffs.read(context);
    changeableCompany(context.actor, tariff.companyId);
    return tariff;
  };
  return {
    list: tariffs.list,
    get: tariffs.get,
    history: tariffs.history,
    async create(context) {
      const { validFrom, terms, ...body } = context.body;
      const { id, companyId } = await tariffs.create({ ...context, body });
      await addVersion(context.tx, { id, companyId, version: 0 }, validFrom, terms);
      return tariffs.read({ ...context, params: { id } });
    },
    async update(context) {
      const before = await toChange(context);
      const { validFrom, terms, ...body } = context.body;
      await tariffs.update({ ...context, body });
      if (validFrom !== undefined || terms !== undefined)
        await addVersion(context.tx, before, validFrom ?? before.validFrom, terms ?? before.terms);
      return tariffs.read(context);
    },
    async assign(context) {
      const tariff = await toChange(context);
      await assign(context.tx, app, tariff, context.body);
      return tariffs.read(context);
    },
    async unassign(context) {
      const { id } = await toChange(context);
      const deleted = await context.tx
        .deleteFrom('tariffAssignment')
        .where('id', '=', context.params.assignmentId)
        .where('tariffId', '=', id)
        .returning('id')
        .execute();
      if (deleted.length === 0) throw refuse(404, 'not-found');
      return null;
    },
    async try(context) {
      const { currency, terms } = await tariffs.read(context);
      const { quantity, dwellings } = context.body;
      const lines = billLinesOf(terms, currency, decimal(quantity), { dwellings });
      return { currency, lines, ...exactTotals(lines, terms) };
    },
  };
}

/** Adds the next version of a locked tariff, valid from the month `validFrom` (YYYY-MM). */
export async function addVersion(
  tx: Tx,
  tariff: Pick<Tariff, 'id' | 'companyId' | 'version'>,
  validFrom: string,
  terms: TariffTerms,
): Promise<void> {
  await tx
    .insertInto('tariffVersion')
    .values({
      tariffId: tariff.id,
      companyId: tariff.companyId,
      version: tariff.version + 1,
      validFrom: firstDayOf(validFrom),
      terms: JSON.stringify(terms),
    })
    .execute();
}

/** Refuses places of other companies, and with 409 a place where another tariff of the utility applies. */
async function assign(tx: Tx, app: AppManifest, tariff: Tariff, { level, refId, dwellings }: Target): Promise<void> {
  const { id, companyId, utility } = tariff;
  const solutionId = await solutionOf(tx, app, companyId, { level, refId });
  const spec = solutionId === null ? null : meteringOf(app).solutions[solutionId];
  if (spec === undefined || (spec && spec.utility !== utility)) throw invalid('refId', 'unknown');
  const added = await sql<{ tariffId: number }>`
    INSERT INTO tariff_assignment AS a (tariff_id, company_id, app, utility, level, ref_id, dwellings)
    VALUES (${id}, ${companyId}, ${app.id}, ${utility}, ${level}, ${refId}, ${dwellings})
    ON CONFLICT (company_id, app, utility, level, ref_id) DO UPDATE SET dwellings = excluded.dwellings WHERE a.tariff_id = excluded.tariff_id
    RETURNING a.tariff_id`.execute(tx);
  if (added.rows.length === 0) throw refuse(409, 'tariff-assigned');
}

/** The solution of the place; null for a structure, which can have meters of every utility. */
async function solutionOf(tx: Tx, app: AppManifest, companyId: number, { level, refId }: Omit<Target, 'dwellings'>) {
  if (level === 'solution') return refId;
  if (level === 'structure') {
    if (!(await placementExists(tx, companyId, { structureId: refId }))) throw invalid('refId', 'unknown');
    return null;
  }
  const devices = await sql<{ solutionId: number }>`
    SELECT solution_id FROM ${sql.raw(deviceFacts)} d WHERE id = ${refId} AND company_id = ${companyId} AND app = ${app.id}`.execute(
    tx,
  );
  return devices.rows[0]?.solutionId ?? 0;
}

/** The tariff that applies to a meter in a month, with the version of that month. */
export type AppliedTariff = Pick<Tariff, 'id' | 'currency' | 'unit' | 'version' | 'terms'> & {
  name: { en: string; ar: string };
  dwellings: number;
};

type TariffedMeter = {
  id: number;
  companyId: number;
  structureId: number | null;
  solutionId: number;
  utility: Utility;
  /** In the unit of its counter. */
  unit: string;
};

/**
 * The tariffs of meters of an app in months, by the meter's id and the month, in one statement. The narrowest assignment
 * wins: device, structure, solution. There is none without an assignment, or if its unit cannot be converted.
 */
export async function tariffsOf(
  tx: Tx,
  app: string,
  meters: readonly TariffedMeter[],
  months: readonly string[],
): Promise<(id: number, month: string) => AppliedTariff | undefined> {
  const column = <T>(pick: (meter: TariffedMeter) => T) => meters.map(pick);
  const rows = await sql<AppliedTariff & { meter: number; month: string }>`
    SELECT DISTINCT ON (m.id, month) m.id AS meter, to_char(month, 'YYYY-MM') AS month,
           t.id, t.currency, t.unit, v.version, v.terms, jsonb_build_object('en', t.name_en, 'ar', t.name_ar) AS name, a.dwellings
      FROM unnest(${column(({ id }) => id)}::integer[], ${column(({ companyId }) => companyId)}::integer[], ${column(({ structureId }) => structureId)}::integer[],
                  ${column(({ solutionId }) => solutionId)}::integer[], ${column(({ utility }) => utility)}::text[]) m (id, company, structure, solution, utility)
     CROSS JOIN unnest(${months.map(firstDayOf)}::date[]) month
      JOIN tariff_assignment a ON a.company_id = m.company AND a.app = ${app} AND a.utility = m.utility
       AND a.ref_id = CASE a.level WHEN 'device' THEN m.id WHEN 'structure' THEN m.structure ELSE m.solution END
      JOIN tariff t ON t.id = a.tariff_id
      JOIN LATERAL (SELECT version, terms FROM tariff_version WHERE tariff_id = t.id AND valid_from <= month
                     ORDER BY valid_from DESC, version DESC LIMIT 1) v ON true
     ORDER BY m.id, month, array_position(ARRAY['device', 'structure', 'solution'], a.level)`.execute(tx);
  const units = new Map(meters.map(({ id, unit }) => [id, unit]));
  const usable = rows.rows.filter(({ meter, unit }) => conversionOf(units.get(meter) ?? '', unit));
  const found = new Map(usable.map(({ meter, month, ...tariff }) => [`${meter} ${month}`, tariff]));
  return (id, month) => found.get(`${id} ${month}`);
}

/** The tariff that applies to a meter in a month (YYYY-MM); null if none does. */
export async function tariffFor(tx: Tx, meter: Meter, month: string): Promise<AppliedTariff | null> {
  const { app, spec, sensor } = meter;
  const tariffs = await tariffsOf(tx, app.id, [{ ...meter, utility: spec.utility, unit: sensor.unit }], [month]);
  return tariffs(meter.id, month) ?? null;
}

/** An amount of a counter in the unit of a tariff, without the noise of binary fractions. */
export function converted(unit: string, tariff: { unit: string }, amount: number): Decimal {
  const conversion = conversionOf(unit, tariff.unit) ?? { times: '1', by: '1' };
  return exact(exact(amount).times(conversion.times).div(conversion.by).toNumber());
}

/** The number without the noise of binary fractions. */
export const exact = (value: number): Decimal => decimal(value.toFixed(6));
