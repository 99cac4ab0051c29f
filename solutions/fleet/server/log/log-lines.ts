import { sql } from 'kysely';
import { deviceNamed } from '#core/devices/server/api.ts';
import { fittingSpans } from '#core/fittings/server/api.ts';
import { structurePlaces } from '#core/places/server/api.ts';
import { trackSegments } from '#core/tracking/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { historyLines } from '#platform/server/records/history.ts';
import type { Context } from '#platform/server/serve.ts';
import type { LogKind, LogLine } from '../../common/vehicle/log.ts';
import { vehicle } from '../../common/vehicle/vehicle.ts';

export type Found = { kind: LogKind; at: string; key: string };
type Reading = Pick<Context, 'tx' | 'kit' | 'actor' | 'locale'>;
type Vehicle = { id: number; companyId: number };
type Details = Pick<LogLine, 'person' | 'movement' | 'fitting' | 'step' | 'job' | 'changes'>;
/** By the kind and key of a line. */
type ByLine = Map<string, Details>;

const nothing: Details = { person: null, movement: null, fitting: null, step: null, job: null, changes: null };
export const lineId = ({ kind, key }: Pick<Found, 'kind' | 'key'>) => `${kind} ${key}`;
const isoOf = (time: string) => new Date(time).toISOString();
const keysOf = (found: readonly Found[], ...kinds: readonly LogKind[]) =>
  found.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key);

/** A stop within this many metres of a site is there. */
const atSiteMetres = 200;
const metresOfDegree = 111_195;

type MovementRow = Omit<NonNullable<LogLine['movement']>, 'start' | 'end'> & {
  kind: LogKind;
  key: string;
  startLat: number;
  startLng: number;
  endLat: number;
  endLng: number;
};

async function movements({ tx, actor }: Reading, { companyId }: Vehicle, found: readonly Found[]): Promise<ByLine> {
  const keys = keysOf(found, 'journey', 'stop', 'gap');
  if (keys.length === 0) return new Map();
  const seen = resourcesWith(actor.session, 'fleet', 'vehicle', 'read');
  const metres = sql`${metresOfDegree} * sqrt((p.lat - s.start_lat) ^ 2 + ((p.lng - s.start_lng) * cos(radians(s.start_lat))) ^ 2)`;
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<MovementRow>`
      SELECT CASE s.kind WHEN 'trip' THEN 'journey' ELSE s.kind END AS kind, k.key, s.started_at AS "from", s.ended_at AS "to", s.running, s.metres, s.top_speed, s.driving_s AS driving_seconds,
             s.idle_s AS idle_seconds, s.pauses, s.towed, s.start_lat, s.start_lng, s.end_lat, s.end_lng, jsonb_build_object('id', p.id, 'name', p.name) AS structure
        FROM unnest(${keys}::text[]) AS k(key)
        JOIN ${sql.raw(trackSegments)} s ON s.device_id = split_part(k.key, '/', 1)::integer AND s.started_at = to_timestamp(split_part(k.key, '/', 2)::float8 / 1000)
        LEFT JOIN LATERAL (
          SELECT p.id, p.name FROM ${sql.raw(structurePlaces)} p
           WHERE s.kind = 'stop' AND p.company_id = ${companyId} AND (${seen}::integer[] IS NULL OR p.id = ANY (${seen}::integer[])) AND ${metres} <= ${atSiteMetres}
           ORDER BY ${metres} LIMIT 1) p ON true`.execute(tx),
  );
  return new Map(
    rows.map(({ kind, key, startLat, startLng, endLat, endLng, from, to, structure, ...rest }) => [
      lineId({ kind, key }),
      {
        ...nothing,
        movement: {
          ...rest,
          from: isoOf(from),
          to: isoOf(to),
          start: { lat: startLat, lng: startLng },
          end: { lat: endLat, lng: endLng },
          structure: structure?.id ? structure : null,
        },
      },
    ]),
  );
}

async function fittings({ tx, kit, actor }: Reading, { id }: Vehicle, found: readonly Found[]): Promise<ByLine> {
  const wanted = found.filter(({ kind }) => kind === 'fitted' || kind === 'unfitted');
  if (wanted.length === 0) return new Map();
  type Row = Pick<Details, 'person'> & { kind: LogKind; key: string } & NonNullable<LogLine['fitting']>;
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Row>`
      SELECT k.kind, k.key, ${deviceNamed('f.device_id')} AS device, f.main, CASE k.kind WHEN 'fitted' THEN f.why ELSE f.end_why END AS why,
             ${kit.history.person('f.person_id')} AS person
        FROM unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ key }) => key)}::text[]) AS k(kind, key)
        JOIN LATERAL (
          SELECT s.*, CASE k.kind WHEN 'fitted' THEN s.by_id ELSE s.ended_by END AS person_id FROM ${sql.raw(fittingSpans)} s
           WHERE s.device_id = split_part(k.key, '/', 1)::integer AND round(extract(epoch FROM s.from_at) * 1000) = split_part(k.key, '/', 2)::float8
             AND s.subject_type = 'vehicle' AND s.subject_id = ${id} LIMIT 1) f ON true`.execute(tx),
  );
  return new Map(
    rows.map(({ kind, key, person, ...fitting }) => [lineId({ kind, key }), { ...nothing, person, fitting }]),
  );
}

async function steps({ tx, kit }: Reading, found: readonly Found[]): Promise<ByLine> {
  const keys = keysOf(found, 'step');
  if (keys.length === 0) return new Map();
  type Row = Pick<Details, 'person'> & { key: string; name: string; reason: string | null };
  const { rows } = await sql<Row>`
    SELECT l.id::text AS key, l.step AS name, l.detail ->> 'reason' AS reason, ${kit.history.person('l.user_id')} AS person
      FROM fleet_vehicle_step l WHERE l.id = ANY (${keys}::bigint[])`.execute(tx);
  return new Map(rows.map(({ key, person, ...step }) => [lineId({ kind: 'step', key }), { ...nothing, person, step }]));
}

async function jobs({ tx, kit }: Reading, found: readonly Found[]): Promise<ByLine> {
  const keys = keysOf(found, 'job');
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Pick<Details, 'person'> & { key: string } & NonNullable<LogLine['job']>>`
    SELECT l.id::text AS key, j.id, j.title AS name, j.number, l.step, l.detail, ${kit.history.person('l.user_id')} AS person
      FROM fleet_job_card_step l JOIN fleet_job_card j ON j.id = l.subject_id WHERE l.id = ANY (${keys}::bigint[])`.execute(
    tx,
  );
  return new Map(rows.map(({ key, person, ...job }) => [lineId({ kind: 'job', key }), { ...nothing, person, job }]));
}

async function changes(context: Reading, found: readonly Found[]): Promise<ByLine> {
  const keys = keysOf(found, 'change');
  if (keys.length === 0) return new Map();
  const lines = await historyLines(context, keys, { table: vehicle.table });
  return new Map(
    lines.map(({ id, person, changes }) => [
      lineId({ kind: 'change', key: String(id) }),
      { ...nothing, person, changes },
    ]),
  );
}

/** The lines with what they say, with the same statements for any number. */
export async function logLines(context: Reading, of: Vehicle, found: readonly Found[]): Promise<LogLine[]> {
  const details: ByLine = new Map([
    ...(await movements(context, of, found)),
    ...(await fittings(context, of, found)),
    ...(await steps(context, found)),
    ...(await jobs(context, found)),
    ...(await changes(context, found)),
  ]);
  return found.map(({ kind, at, key }) => {
    const id = lineId({ kind, key });
    return { id, kind, at: isoOf(at), ...(details.get(id) ?? nothing) };
  });
}
