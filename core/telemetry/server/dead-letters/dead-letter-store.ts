import { sql } from 'kysely';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import { BatchLane } from '#platform/server/http/batch-lane.ts';
import type { Kit } from '#platform/server/kit.ts';
import { isolateFaults } from '#platform/server/monitoring/isolate-faults.ts';
import { counter } from '#platform/server/monitoring/metrics.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import type { DeadLetter, Fault } from '../../common/ingest.ts';
import { showable } from '../intake/strict-json.ts';

const maxStoredBytes = 256 * 1024;
const maxReasons = 50;
const storedDeadLetters = counter('dead_letters', 'Messages stored as dead letters, by their first reason', ['reason']);
const droppedDeadLetters = counter('dead_letters_dropped', 'Messages that could not be stored as dead letters');

/** Limits of a device and of a company. Beyond them the oldest dead letters are folded into counts. */
export const deadLetterLimits = {
  device: { letters: 2000, bytes: 16 * 1024 ** 2 },
  company: { letters: 100_000, bytes: 1024 ** 3 },
  /** Limit of a device within an hour at each gateway. Beyond it only the number is stored. */
  hour: { letters: 1000, bytes: 8 * 1024 ** 2 },
};

/** A message as it came through a connector. */
export type LetterSource = {
  connector: { id: number; name: string };
  /** How the connector names the device; null if the message does not contain it. */
  externalId: string | null;
  /** Where the message was refused. */
  stage: DeadLetter['stage'];
  codecVersion: number | null;
};

type DeadLetterDraft = {
  deviceId: number | null;
  companyId: number;
  topic: string;
  payload: Buffer;
  size: number;
  reasons: Fault[];
  source: LetterSource | null;
};
type Entry = DeadLetterDraft & { whole: boolean };

/** Stores dead letters of all devices in batches, one transaction at a time. */
class DeadLetterStore {
  private readonly added = new Map<string, { letters: number; bytes: number }>();
  private hour = 0;
  private readonly lane: BatchLane<Entry>;

  constructor(kit: Kit) {
    const write = (entries: Entry[]) => inSystem(kit.telemetry.db, (tx) => insert(tx, entries));
    const drop = async ({ deviceId, size }: Entry, error: unknown) => {
      // Payload and texts are always storable, so the device must have been deleted.
      droppedDeadLetters.inc();
      kit.log.error({ err: error, deviceId, size }, 'a dead letter could not be stored');
    };
    const work = (entries: Entry[]) =>
      isolateFaults(
        entries.map((message, at) => ({ message, at })),
        write,
        drop,
      );
    this.lane = new BatchLane(work, { maxBatch: 64, lingerMs: 1 });
  }

  add(draft: DeadLetterDraft): Promise<void> {
    storedDeadLetters.inc({ reason: draft.reasons[0]?.msg ?? 'unknown' });
    return this.lane.append({ ...draft, whole: this.isWithinHourlyLimit(draft) });
  }

  private isWithinHourlyLimit({ deviceId, payload, source }: DeadLetterDraft): boolean {
    const sender = deviceId === null ? `${source?.connector.id} ${source?.externalId}` : `${deviceId}`;
    const hour = Math.floor(performance.now() / hourMs);
    if (hour !== this.hour) {
      this.hour = hour;
      this.added.clear();
    }
    const before = this.added.get(sender) ?? { letters: 0, bytes: 0 };
    const after = { letters: before.letters + 1, bytes: before.bytes + payload.length };
    const { letters, bytes } = deadLetterLimits.hour;
    if (after.letters > letters || after.bytes > bytes) return false;
    this.added.set(sender, after);
    return true;
  }
}

const stores = new WeakMap<Kit, DeadLetterStore>();

/**
 * Stores a message as a dead letter with the reasons. Resolves after the commit. Only letters of connectors may have no
 * device.
 */
export function storeDeadLetter(
  kit: Kit,
  device: { id: number | null; companyId: number; tracksPerson?: boolean },
  topic: string,
  payload: Buffer | string,
  reasons: readonly Fault[],
  source: LetterSource | null = null,
): Promise<void> {
  let store = stores.get(kit);
  if (!store) {
    store = new DeadLetterStore(kit);
    stores.set(kit, store);
  }
  const bytes = Buffer.from(payload);
  // It may contain the position of a person, which is stored only with their consent.
  const kept = device.tracksPerson ? Buffer.alloc(0) : bytes;
  return store.add({
    deviceId: device.id,
    companyId: device.companyId,
    topic: showable(topic, 300),
    payload: kept.subarray(0, maxStoredBytes),
    size: bytes.length,
    reasons: reasons.slice(0, maxReasons).map(({ param, msg }) => ({ param: showable(param), msg })),
    source,
  });
}

async function insert(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const whole = entries.filter((entry) => entry.whole);
  const column = <T>(pick: (entry: Entry) => T) => whole.map(pick);
  if (whole.length > 0)
    await sql`INSERT INTO dead_letter (device_id, company_id, topic, payload, size, reasons, connector_id, connector_name, external_id, stage, codec_version)
      SELECT * FROM unnest(${column((entry) => entry.deviceId)}::integer[], ${column((entry) => entry.companyId)}::integer[], ${column((entry) => entry.topic)}::text[],
                           ${column((entry) => entry.payload)}::bytea[], ${column((entry) => entry.size)}::integer[], ${column((entry) => JSON.stringify(entry.reasons))}::jsonb[],
                           ${column(({ source }) => source?.connector.id ?? null)}::integer[], ${column(({ source }) => source?.connector.name ?? null)}::text[],
                           ${column(({ source }) => source?.externalId ?? null)}::text[], ${column(({ source }) => source?.stage ?? 'decode')}::text[],
                           ${column(({ source }) => source?.codecVersion ?? null)}::integer[])`.execute(tx);
  const folded = entries.filter((entry) => !entry.whole);
  if (folded.length > 0)
    await fold(
      tx,
      sql`WITH m AS (SELECT n.device_id, n.company_id, n.reason, n.size, now() AS at
            FROM unnest(${folded.map((entry) => entry.deviceId)}::integer[], ${folded.map((entry) => entry.companyId)}::integer[], ${folded.map((entry) => entry.reasons[0]?.msg ?? '')}::text[],
                        ${folded.map((entry) => entry.size)}::integer[]) AS n(device_id, company_id, reason, size))`,
    );
}

/** Adds messages to the counts. `withM` is a WITH clause that ends with m (device_id, company_id, reason, size, at). */
const fold = (tx: Tx, withM: ReturnType<typeof sql>) =>
  sql`${withM} INSERT INTO dead_letter_folded AS f (device_id, company_id, reason, count, bytes, first_at, last_at)
      SELECT device_id, company_id, reason, count(*), sum(size), min(at), max(at) FROM m GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (device_id, company_id, reason) DO UPDATE
        SET count = f.count + excluded.count, bytes = f.bytes + excluded.bytes,
            first_at = least(f.first_at, excluded.first_at), last_at = greatest(f.last_at, excluded.last_at)`.execute(
    tx,
  );

/** Folds the oldest dead letters of devices and companies beyond their limits. */
export async function foldDeadLetters(kit: Kit): Promise<void> {
  const { device, company } = deadLetterLimits;
  const foldOldest = async (column: 'device_id' | 'company_id', limit: typeof device): Promise<void> => {
    const exceeded = await inSystem(kit.db, (tx) =>
      sql<{ id: number }>`SELECT ${sql.ref(column)} AS id FROM dead_letter_total
        WHERE ${sql.ref(column)} IS NOT NULL GROUP BY 1 HAVING sum(kept) > ${limit.letters} OR sum(bytes) > ${limit.bytes}`.execute(
        tx,
      ),
    );
    for (const { id } of exceeded.rows)
      await inSystem(kit.db, (tx) =>
        fold(
          tx,
          sql`WITH aged AS (SELECT l.id, row_number() OVER newest AS n, sum(octet_length(l.payload)) OVER newest AS bytes
                              FROM dead_letter l WHERE l.${sql.ref(column)} = ${id} WINDOW newest AS (ORDER BY l.received_at DESC, l.id DESC)),
                   gone AS (DELETE FROM dead_letter l USING aged a WHERE a.id = l.id AND (a.n > ${limit.letters} OR a.bytes > ${limit.bytes})
                            RETURNING l.device_id, l.company_id, coalesce(l.reasons -> 0 ->> 'msg', '') AS reason, l.size, l.received_at AS at),
                   m AS (SELECT * FROM gone)`,
        ),
      );
  };
  await foldOldest('device_id', device);
  await foldOldest('company_id', company);
}
