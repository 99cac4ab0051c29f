import { sql } from 'kysely';
import { logDevice } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { deadLetterRoutes, type Fault } from '../common/ingest.ts';
import { decode } from './decode.ts';
import type { TelemetryWriter } from './writer.ts';

const shownBytes = 4096;

/** The log of a device takes no U+0000 and no half of a surrogate pair. */
const shown = (payload: string) => payload.slice(0, shownBytes).toWellFormed().replaceAll('\0', '\ufffd');

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
    folded: ({ tx, query }) =>
      tx
        .selectFrom('deadLetterFolded')
        .select(['reason', 'count', 'bytes', 'firstAt', 'lastAt'])
        .where('deviceId', '=', query.deviceId)
        .orderBy('lastAt', 'desc')
        .execute(),
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
      if (measured.t.length > 0 && !(await writer.writeOne(measured))) faults.push({ param: '', msg: 'not-stored' });
      const before = letter.payload.toString('utf8');
      const { payload = before } = body;
      const stored = faults.some(({ msg }) => msg === 'not-stored') ? 0 : measured.t.length;
      const told = { letter: letter.id, stored, from: shown(before) };
      const of = { id: letter.deviceId, companyId: letter.companyId };
      if (payload === before) await logDevice(tx, of, 'replayed', actor, told);
      else await logDevice(tx, of, 'replayed-edited', actor, { ...told, to: shown(payload) });
      if (faults.length === 0)
        await tx
          .updateTable('deadLetter')
          .set({ replayedAt: new Date().toISOString() })
          .where('id', '=', params.id)
          .execute();
      return { stored, reasons: faults };
    },
  };
}
