import { sql } from 'kysely';
import { companyNameOf, personNameSql } from '#core/accounts/server/api.ts';
import { deviceFacts, visibleDevice } from '#core/devices/server/api.ts';
import { structureSummaries, zoneOfSite } from '#core/places/server/api.ts';
import { verificationAddress } from '#core/print/common/verification.ts';
import { requestPrint } from '#core/print/server/api.ts';
import { spansOn } from '#core/states/server/api.ts';
import { tokenActive } from '#core/telemetry/server/api.ts';
import type { Sample } from '#platform/common/measures/excursions.ts';
import { clipped, stateShare } from '#platform/common/time/state-spans.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import {
  type ColdExcursion,
  type ColdReply,
  type coldRoutes,
  kineticDays,
  maxColdDays,
  type PrintedColdReport,
  type VerifiedColdReport,
  verifyColdPath,
} from '../../common/cold/cold-routes.ts';
import { trackerSensorId } from '../analyses/seen-devices.ts';
import { figuresOf, kineticOf } from './figures.ts';
import { calibrationsOf, coldStorage, limitsOf, settingOfDevice } from './rooms.ts';
import { corrected, readSamples, samplesHash } from './samples.ts';

type ColdHandlers = Handlers<typeof coldRoutes>;
type OfDevice = Pick<Context, 'tx' | 'kit' | 'actor'> & { params: { id: number } };
type Span = { from: number; to: number };

/** The cold room that the caller may see. Refuses others with 404. */
async function visibleRoom({ tx, actor, params }: OfDevice, action = 'read') {
  const device = await visibleDevice(tx, actor, 'metrowatch', params.id, action);
  if (device.solutionId !== coldStorage) throw refuse(404, 'not-found');
  return device;
}

function spanOf(query: { from: string; to: string }): Span {
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
  if (to <= from) throw invalid('to', 'toAfterFrom');
  if (to - from > maxColdDays * dayMs) throw invalid('to', 'daysCount');
  return { from, to };
}

const excursionColumns = sql`e.id, e.started_at, e.ended_at, e.known_until, e.peak, e.degree_minutes, e.severity, e.cause, e.measure,
  ${personNameSql('e.explained_by')} AS explained_by, e.explained_at`;

type StoredExcursion = Omit<ColdExcursion, 'doorShare' | 'defrostShare'>;

async function excursionsOf(tx: Tx, device: number, { from, to }: Span): Promise<StoredExcursion[]> {
  const rows = await sql<StoredExcursion>`
    SELECT ${excursionColumns} FROM cold_excursion e
     WHERE e.device_id = ${device} AND e.started_at < to_timestamp(${to}::float8 / 1000)
       AND coalesce(e.ended_at, 'infinity') > to_timestamp(${from}::float8 / 1000)
     ORDER BY e.started_at DESC LIMIT 1000`.execute(tx);
  return rows.rows;
}

const within = (samples: readonly Sample[], { from, to }: Span) => samples.filter(({ at }) => at >= from && at < to);

/** The data of a cold room in a span; `measured` are its samples without correction. */
async function examined(context: OfDevice, device: Awaited<ReturnType<typeof visibleRoom>>, span: Span) {
  const { tx, kit, actor } = context;
  if (!(await tokenActive(kit, device.id))) throw refuse(477, 'nothing-to-show');
  const now = Date.now();
  const earliest = Math.min(span.from, now - Math.max(...kineticDays) * dayMs);
  const setting = await settingOfDevice(tx, device.id);
  const calibrations = await calibrationsOf(tx, device.id);
  const wanted = { device: device.id, from: earliest, to: Math.max(span.to, now) };
  const read = await bypassRls(tx, actor.scope, () => readSamples(tx, kit, [wanted]));
  const all = read.get(device.id) ?? [];
  const limits = limitsOf(setting, device.hardwareId);
  const samples = corrected(all, calibrations);
  const excursions = await excursionsOf(tx, device.id, span);
  // An excursion may have begun before the span.
  const earliestState = Math.min(span.from, ...excursions.map(({ startedAt }) => Date.parse(startedAt)));
  const whenOn = async (sensor: string) => {
    const of = { devices: [device.id], sensorId: trackerSensorId(context, sensor), from: earliestState, to: span.to };
    return (await spansOn(tx, of)).get(device.id) ?? [];
  };
  const { door, defrost } = await bypassRls(tx, actor.scope, async () => ({
    door: await whenOn('door'),
    defrost: await whenOn('defrost'),
  }));
  const reply: ColdReply = {
    setting,
    figures: figuresOf(within(samples, span), { ...span, to: Math.min(span.to, now) }, { limits, setting }),
    meanKinetic: kineticDays.map((days) => {
      const last = { from: now - days * dayMs, to: now };
      return { days, value: kineticOf(within(samples, last), last, limits, setting.deltaH) };
    }),
    excursions: excursions.map((one) => {
      const lasted = { from: Date.parse(one.startedAt), to: Date.parse(one.knownUntil) };
      return { ...one, doorShare: stateShare(door, lasted), defrostShare: stateShare(defrost, lasted) };
    }),
    door: clipped(door, span),
    defrost: clipped(defrost, span),
    calibrations: calibrations.toReversed(),
  };
  return { reply, measured: within(all, span), samples: within(samples, span) };
}

const chartParts = 400;

/** The lowest and highest sample of each part of a span. */
function chartOf(samples: readonly Sample[], { from, to }: Span): PrintedColdReport['chart'] {
  const parts = new Map<number, [number, number, number]>();
  const width = (to - from) / chartParts;
  for (const { at, value } of samples) {
    const n = Math.floor((at - from) / width);
    const part = parts.get(n);
    if (!part) parts.set(n, [from + n * width, value, value]);
    else [part[1], part[2]] = [Math.min(part[1], value), Math.max(part[2], value)];
  }
  return [...parts.values()];
}

async function report(context: Parameters<ColdHandlers['report']>[0]) {
  const { tx, kit, actor, body } = context;
  const device = await visibleRoom(context);
  const span = spanOf(body);
  const { reply, measured, samples } = await examined(context, device, span);
  if (measured.length === 0) throw refuse(422, 'no-history');
  const hash = samplesHash(measured);
  const { code, createdAt } = await tx
    .insertInto('coldReport')
    .values({
      companyId: device.companyId,
      deviceId: device.id,
      fromAt: body.from,
      toAt: body.to,
      samples: measured.length,
      hash,
      madeBy: actor.scope.userId,
    })
    .returning(['code', 'createdAt'])
    .executeTakeFirstOrThrow();
  const [site] = device.structureId === null ? [] : await structureSummaries(tx, [device.structureId]);
  const data: PrintedColdReport = {
    device: { name: device.name, serial: device.serial, site: site?.name ?? null },
    company: (await companyNameOf(tx, device.companyId)) ?? '',
    zone: await zoneOfSite(tx, device),
    from: body.from,
    to: body.to,
    madeAt: createdAt,
    setting: reply.setting,
    figures: reply.figures,
    excursions: reply.excursions.toReversed(),
    calibration: reply.calibrations[0] ?? null,
    chart: chartOf(samples, span),
    hash,
    address: verificationAddress(kit.publicUrl, verifyColdPath, code),
  };
  const title = `${device.name} ${body.from.slice(0, 10)}`;
  const { language } = body;
  const id = await requestPrint(context, {
    companyId: device.companyId,
    page: 'cold-storage-report',
    language,
    title,
    data,
  });
  return { id, companyId: device.companyId };
}

/**
 * Without a caller: anyone with the code may see the report. The hash is recomputed from the readings as they are now.
 */
const verify: ColdHandlers['verify'] = async ({ tx, kit, params }) => {
  type Row = Omit<VerifiedColdReport, 'unchanged'> & { deviceId: number };
  const found = await sql<Row>`
    SELECT r.device_id, (SELECT d.name FROM ${sql.raw(deviceFacts)} d WHERE d.id = r.device_id) AS device, coalesce(company_called(r.company_id), '') AS company, r.from_at AS from, r.to_at AS to,
           r.created_at AS made_at, r.samples, r.hash FROM cold_report r WHERE r.code = ${params.code}`.execute(tx);
  const [report] = found.rows;
  if (!report) throw refuse(404, 'not-found');
  const { deviceId, ...shown } = report;
  const read = await readSamples(tx, kit, [
    { device: deviceId, from: Date.parse(shown.from), to: Date.parse(shown.to) },
  ]);
  return { ...shown, unchanged: samplesHash(read.get(deviceId) ?? []) === shown.hash };
};

export const coldHandlers: ColdHandlers = {
  async read(context) {
    const device = await visibleRoom(context);
    return (await examined(context, device, spanOf(context.query))).reply;
  },
  async setting(context) {
    const { tx, body } = context;
    const { id, companyId } = await visibleRoom(context, 'update');
    const { productClass, low, high, allowanceMinutes, recoveryMinutes, deltaH } = body;
    await sql`
      INSERT INTO cold_setting (company_id, device_id, product_class, low, high, allowance_minutes, recovery_minutes, delta_h)
      VALUES (${companyId}, ${id}, ${productClass}, ${low}, ${high}, ${allowanceMinutes}, ${recoveryMinutes}, ${deltaH})
      ON CONFLICT (device_id) DO UPDATE SET product_class = excluded.product_class, low = excluded.low, high = excluded.high,
        allowance_minutes = excluded.allowance_minutes, recovery_minutes = excluded.recovery_minutes, delta_h = excluded.delta_h`.execute(
      tx,
    );
    return body;
  },
  async calibrate(context) {
    const { tx, body } = context;
    const { id, companyId } = await visibleRoom(context, 'update');
    const { certificate, laboratory, doneOn, dueOn, accuracyClass, points } = body;
    const calibration = { certificate, laboratory, doneOn, dueOn, accuracyClass, points: JSON.stringify(points) };
    const row = await tx
      .insertInto('coldCalibration')
      .values({ companyId, deviceId: id, ...calibration })
      .onConflict((conflict) => conflict.columns(['deviceId', 'doneOn']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) throw refuse(409, 'calibrated-that-day');
    return { ...body, id: row.id };
  },
  async explain(context) {
    const { tx, actor, params, body } = context;
    const { id } = await visibleRoom(context);
    const changed = await tx
      .updateTable('coldExcursion')
      .set({ cause: body.cause, measure: body.measure, explainedBy: actor.scope.userId, explainedAt: sqlNow })
      .where('id', '=', params.excursionId)
      .where('deviceId', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw refuse(404, 'not-found');
    const rows =
      await sql<StoredExcursion>`SELECT ${excursionColumns} FROM cold_excursion e WHERE e.id = ${params.excursionId}`.execute(
        tx,
      );
    return rows.rows[0] as StoredExcursion;
  },
  report,
  verify,
};
