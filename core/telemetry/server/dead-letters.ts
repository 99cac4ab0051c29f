import { sql } from 'kysely';
import { type KnownDevice, logDevice } from '#core/devices/server/api.ts';
import { inSystem } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { counter } from '#platform/server/metrics.ts';
import { refuse } from '#platform/server/refuse.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { deadLetterRoutes, type Fault } from '../common/ingest.ts';
import { decode } from './decode.ts';
import type { TelemetryWriter } from './writer.ts';

const keptBytes = 64 * 1024;
const keptAside = counter('dead_letters', 'Messages kept aside with their reasons');
const shownBytes = 4096;

const shown = (payload: string) => payload.slice(0, shownBytes);

/** Keeps a message aside with the reasons why it is no reading; resolves after the commit. */
export async function keepAside(
  kit: Kit,
  device: KnownDevice,
  topic: string,
  payload: Buffer | string,
  reasons: readonly Fault[],
): Promise<void> {
  keptAside.inc();
  const bytes = Buffer.from(payload);
  await inSystem(kit.db, (tx) =>
    tx
      .insertInto('deadLetter')
      .values({
        deviceId: device.id,
        companyId: device.companyId,
        topic: topic.slice(0, 300),
        payload: bytes.subarray(0, keptBytes),
        size: bytes.length,
        reasons: JSON.stringify(reasons.slice(0, 50)),
        receivedAt: new Date().toISOString(),
        replayedAt: null,
      })
      .execute(),
  );
}

type Row = {
  id: number;
  deviceId: number;
  companyId: number;
  topic: string;
  payload: Buffer;
  size: number;
  reasons: Fault[];
  receivedAt: string;
  replayedAt: string | null;
};

/** Calls on what was kept aside; `writerOf` gives the writer of the running process. */
export function deadLetterHandlers(writerOf: (kit: Kit) => TelemetryWriter): Handlers<typeof deadLetterRoutes> {
  return {
    async list({ tx, list, actor }) {
      const { ids, totalRecords } = await findIds(tx, {
        table: 'dead_letter',
        spec: deadLetterRoutes.list.list ?? {},
        query: list,
        scope: actor.scope,
      });
      const found =
        await sql<Row>`SELECT id, device_id, company_id, topic, substr(payload, 1, ${shownBytes}) AS payload, size, reasons, received_at, replayed_at
        FROM dead_letter WHERE id = ANY (${ids}::bigint[]) ORDER BY array_position(${ids}::bigint[], id)`.execute(tx);
      return { data: found.rows.map((row) => ({ ...row, payload: row.payload.toString('utf8') })), totalRecords };
    },
    async replay({ tx, kit, params, body, actor }) {
      const letter = await tx
        .selectFrom('deadLetter')
        .select(['id', 'deviceId', 'companyId', 'payload', 'receivedAt'])
        .where('id', '=', params.id)
        .forUpdate()
        .executeTakeFirst();
      if (!letter) throw refuse(404, 'not-found');
      const writer = writerOf(kit);
      await writer.directory.load([letter.deviceId]);
      const device = writer.directory.peek(letter.deviceId);
      if (!device) throw refuse(404, 'not-found');
      // Without a time of its own it was measured when it arrived, not when somebody mends it.
      const { measured, faults } = decode(device, body.payload ?? letter.payload, Date.parse(letter.receivedAt));
      if (measured.t.length > 0) await writer.write([measured]);
      const before = letter.payload.toString('utf8');
      const { payload = before } = body;
      const told = { letter: letter.id, stored: measured.t.length, from: shown(before) };
      const of = { id: letter.deviceId, companyId: letter.companyId };
      if (payload === before) await logDevice(tx, of, 'replayed', actor, told);
      else await logDevice(tx, of, 'replayed-edited', actor, { ...told, to: shown(payload) });
      if (faults.length === 0)
        await tx
          .updateTable('deadLetter')
          .set({ replayedAt: new Date().toISOString() })
          .where('id', '=', params.id)
          .execute();
      return { stored: measured.t.length, reasons: faults };
    },
  };
}
