import { type RawBuilder, sql } from 'kysely';
import { BatchLane, noFailures } from '#platform/server/http/batch-lane.ts';
import type { Kit } from '#platform/server/kit.ts';
import { isolateFaults } from '#platform/server/monitoring/isolate-faults.ts';
import { inSystemAtOnce } from '#platform/server/postgres/database.ts';
import type { MessageOutcome } from '../common/connector.ts';

/** Bytes of the body of a message that are kept for people and for trying a codec. */
const keptBytes = 64 * 1024;
/** How many keys of values are kept per connector, because a sender may invent one for each message. */
const maxFields = 1000;
/** The share of the longest pause of a connector that remains with the next message. */
const fading = 0.98;

/** What is stored about a processed message. */
export type MessageRecord = {
  connectorId: number;
  companyId: number;
  deviceId: number | null;
  externalId: string | null;
  /** How the network addresses the device. */
  route: string | null;
  event: string;
  outcome: MessageOutcome;
  reason: string | null;
  body: Buffer;
  receivedAt: number;
  keys: readonly Buffer[];
  /** Keys of values that are new to the connector, or whose use has changed. */
  fields: readonly { key: string; example: string; used: boolean }[];
  /** The device does not belong to the company. */
  unknown: { profile: string | null; signal: number | null } | null;
};

const lanes = new WeakMap<Kit, BatchLane<MessageRecord>>();

/** Stores the outcome of a message, with those of other requests in one transaction. Resolves after the commit. */
export function recordMessage(kit: Kit, message: MessageRecord): Promise<void> {
  let lane = lanes.get(kit);
  if (!lane) {
    lane = new BatchLane<MessageRecord>(
      // A message that cannot be stored does not fail the others, which are of other companies.
      (messages) =>
        isolateFaults(
          messages.map((message, at) => ({ message, at })),
          (part) => store(kit, part),
          (_, error) => Promise.reject(error),
        ),
      { maxBatch: 500, lingerMs: 1 },
    );
    lanes.set(kit, lane);
  }
  return lane.append(message);
}

type Statement = RawBuilder<unknown>;

async function store(kit: Kit, messages: readonly MessageRecord[]): Promise<void> {
  const ofDevices = withNewDevices(kit, messages);
  await inSystemAtOnce(kit.telemetry, [
    insertMessages(messages),
    ...insertUnknown(messages),
    ...insertDevices(ofDevices),
    ...insertFields(messages),
  ]);
  rememberDevices(kit, ofDevices);
}

/**
 * The readings are already on disk. After a machine failure without these rows the sender's repetition is not
 * recognized as a duplicate, which the readings make harmless.
 */
function insertMessages(messages: readonly MessageRecord[]): Statement {
  const column = <T>(pick: (message: MessageRecord) => T) => messages.map(pick);
  const keys = messages.flatMap((message) => message.keys.map((key) => ({ ...message, key })));
  // A connector may have been deleted while its last messages arrive.
  return sql`WITH later AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
    keyed AS (
      INSERT INTO connector_key (connector_id, company_id, key)
      SELECT DISTINCT k.* FROM unnest(${keys.map(({ connectorId }) => connectorId)}::integer[], ${keys.map(({ companyId }) => companyId)}::integer[], ${keys.map(({ key }) => key)}::bytea[]) AS k, later
      ON CONFLICT DO NOTHING),
    added AS (
      INSERT INTO connector_message (connector_id, company_id, device_id, external_id, event, outcome, reason, body, received_at)
      SELECT m.* FROM unnest(${column((m) => m.connectorId)}::integer[], ${column((m) => m.companyId)}::integer[], ${column((m) => m.deviceId)}::integer[], ${column((m) => m.externalId)}::text[],
                             ${column((m) => m.event)}::text[], ${column((m) => m.outcome)}::text[], ${column((m) => m.reason)}::text[], ${column((m) => m.body.subarray(0, keptBytes))}::bytea[],
                             ${column((m) => new Date(m.receivedAt).toISOString())}::timestamptz[]) AS m(connector_id)
        JOIN connector c ON c.id = m.connector_id FOR KEY SHARE OF c
      RETURNING connector_id, outcome, received_at),
    newest AS (
      SELECT s.connector_id, n.at FROM connector_state s JOIN (SELECT a.connector_id, max(a.received_at) AS at FROM added a WHERE a.outcome = 'accepted' GROUP BY 1) n ON n.connector_id = s.connector_id
       WHERE s.accepted_at IS NULL OR s.accepted_at < n.at - interval '10 seconds' ORDER BY 1 FOR NO KEY UPDATE OF s)
    UPDATE connector_state s SET accepted_at = n.at, usual_pause = greatest(n.at - s.accepted_at, s.usual_pause * ${fading})
      FROM newest n WHERE s.connector_id = n.connector_id`;
}

function insertUnknown(messages: readonly MessageRecord[]): Statement[] {
  const unknown = messages.flatMap(({ unknown, externalId, ...message }) =>
    unknown && externalId !== null ? [{ ...message, ...unknown, externalId }] : [],
  );
  if (unknown.length === 0) return [];
  const column = <T>(pick: (message: (typeof unknown)[number]) => T) => unknown.map(pick);
  return [
    sql`INSERT INTO connector_unknown AS u (connector_id, company_id, external_id, profile, signal, count, first_at, last_at)
    SELECT n.connector_id, n.company_id, n.external_id, (array_agg(n.profile ORDER BY n.at DESC))[1], (array_agg(n.signal ORDER BY n.at DESC))[1], count(*), min(n.at), max(n.at)
      FROM unnest(${column((m) => m.connectorId)}::integer[], ${column((m) => m.companyId)}::integer[], ${column((m) => m.externalId)}::text[], ${column((m) => m.profile)}::text[],
                  ${column((m) => m.signal)}::double precision[], ${column((m) => new Date(m.receivedAt).toISOString())}::timestamptz[])
        AS n(connector_id, company_id, external_id, profile, signal, at) JOIN connector c ON c.id = n.connector_id
     GROUP BY 1, 2, 3 ORDER BY 1, 3
    ON CONFLICT (connector_id, external_id) DO UPDATE
      SET count = u.count + excluded.count, last_at = greatest(u.last_at, excluded.last_at), profile = coalesce(excluded.profile, u.profile), signal = coalesce(excluded.signal, u.signal)`,
  ];
}

/** How long the stored state of a device and its connector is trusted without reading it again. */
const deviceCacheMs = 30_000;
const mostDevices = 100_000;
/** The device's connector and route as they were stored, until when they count. */
const storedDevices = new WeakMap<Kit, Map<number, { name: string; until: number }>>();
const wayOf = ({ connectorId, externalId, route }: MessageRecord) => `${connectorId} ${route} ${externalId}`;

/** The messages that change the stored state of the connectors of their devices. */
function withNewDevices(kit: Kit, messages: readonly MessageRecord[]): MessageRecord[] {
  const known = storedDevices.get(kit);
  const now = performance.now();
  return messages.filter((message) => {
    const stored = known?.get(message.deviceId ?? 0);
    return message.deviceId !== null && (stored?.name !== wayOf(message) || stored.until < now);
  });
}

/** Remembers the stored state, after the commit. */
function rememberDevices(kit: Kit, messages: readonly MessageRecord[]): void {
  const known = storedDevices.get(kit) ?? new Map<number, { name: string; until: number }>();
  storedDevices.set(kit, known);
  if (known.size > mostDevices) known.clear();
  const until = performance.now() + deviceCacheMs;
  for (const message of messages)
    if (message.deviceId !== null) known.set(message.deviceId, { name: wayOf(message), until });
}

/** A device belongs to the connector that it last sent a message through. */
function insertDevices(messages: readonly MessageRecord[]): Statement[] {
  const newest = new Map(
    messages.flatMap((message) => (message.deviceId === null ? [] : [[message.deviceId, message]])),
  );
  if (newest.size === 0) return [];
  const all = [...newest.values()].sort((a, b) => (a.deviceId ?? 0) - (b.deviceId ?? 0));
  const column = <T>(pick: (message: MessageRecord) => T) => all.map(pick);
  return [
    sql`INSERT INTO connector_device AS d (device_id, connector_id, company_id, external_id, route, last_at)
    SELECT n.* FROM unnest(${column((m) => m.deviceId)}::integer[], ${column((m) => m.connectorId)}::integer[], ${column((m) => m.companyId)}::integer[], ${column((m) => m.externalId)}::text[],
                           ${column((m) => m.route)}::text[], ${column((m) => new Date(m.receivedAt).toISOString())}::timestamptz[]) AS n(device_id, connector_id) JOIN connector c ON c.id = n.connector_id
    ON CONFLICT (device_id) DO UPDATE SET connector_id = excluded.connector_id, company_id = excluded.company_id, external_id = excluded.external_id,
        route = CASE WHEN d.connector_id = excluded.connector_id THEN coalesce(excluded.route, d.route) ELSE excluded.route END, last_at = excluded.last_at
      WHERE d.connector_id <> excluded.connector_id OR excluded.route <> coalesce(d.route, '') OR d.last_at < excluded.last_at - interval '1 minute'`,
  ];
}

function insertFields(messages: readonly MessageRecord[]): Statement[] {
  const fields = new Map(
    messages.flatMap(({ connectorId, companyId, fields }) =>
      fields.map((field) => [`${connectorId} ${field.key}`, { connectorId, companyId, ...field }] as const),
    ),
  );
  if (fields.size === 0) return [];
  const all = [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, field]) => field);
  const column = <T>(pick: (field: (typeof all)[number]) => T) => all.map(pick);
  return [
    sql`INSERT INTO connector_field (connector_id, company_id, key, example, used)
    SELECT n.connector_id, n.company_id, n.key, n.example, n.used
      FROM (SELECT m.*, row_number() OVER (PARTITION BY m.connector_id) AS place FROM unnest(${column((f) => f.connectorId)}::integer[], ${column((f) => f.companyId)}::integer[], ${column((f) => f.key)}::text[], ${column((f) => f.example)}::text[],
                           ${column((f) => f.used)}::boolean[]) AS m(connector_id, company_id, key, example, used)) n JOIN connector c ON c.id = n.connector_id
     WHERE EXISTS (SELECT FROM connector_field f WHERE f.connector_id = n.connector_id AND f.key = n.key)
        OR n.place + (SELECT count(*) FROM connector_field f WHERE f.connector_id = n.connector_id) <= ${maxFields}
    ON CONFLICT (connector_id, key) DO UPDATE SET example = excluded.example, used = excluded.used`,
  ];
}

type Lookup = { connectorId: number; key: Buffer; seen?: boolean };
const lookups = new WeakMap<Kit, BatchLane<Lookup>>();

/** Whether the connector has received a message with one of the keys within the last days. */
export async function wasReceived(kit: Kit, connectorId: number, keys: readonly Buffer[]): Promise<boolean> {
  let lane = lookups.get(kit);
  if (!lane) {
    lane = new BatchLane<Lookup>(
      async (asked) => {
        const [, found = []] = await inSystemAtOnce(kit.telemetry, [
          // The plan is kept while the partition of the day grows from nothing.
          sql`SELECT set_config('enable_seqscan', 'off', true)`,
          sql`SELECT k.connector_id AS connector, encode(k.key, 'hex') AS key FROM connector_key k
             JOIN unnest(${asked.map((one) => one.connectorId)}::integer[], ${asked.map(({ key }) => key)}::bytea[]) AS n(connector_id, key)
               ON n.connector_id = k.connector_id AND n.key = k.key`,
        ]);
        const seen = new Set(found.map(({ connector, key }) => `${connector} ${key}`));
        for (const one of asked) one.seen = seen.has(`${one.connectorId} ${one.key.toString('hex')}`);
        return noFailures;
      },
      { maxBatch: 1000, lingerMs: 0 },
    );
    lookups.set(kit, lane);
  }
  const asked: Lookup[] = keys.map((key) => ({ connectorId, key }));
  await Promise.all(asked.map((one) => lane.append(one)));
  return asked.some(({ seen }) => seen);
}
