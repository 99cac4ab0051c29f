import { sql } from 'kysely';
import { logDevice } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { deadLetterRoutes, type Fault } from '../common/ingest.ts';
import { decode } from './decode.ts';
import type { TelemetryWriter } from './writer.ts';

const maxShownBytes = 4096;

/** An excerpt for the device log, which cannot store U+0000 and lone surrogates. */
const excerpt = (payload: string) => payload.slice(0, maxShownBytes).toWellFormed().replaceAll('\0', '\ufffd');

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

/** Serves `deadLetterRoutes`. `writerOf` returns the writer of the process. */
export function deadLetterHandlers(writerOf: (kit: Kit) => TelemetryWriter): Handlers<typeof deadLetterRoutes> {
  return {
    async list({ tx, list, actor }) {
      const { ids, totalRecords } = await findIds(tx, {
        table: 'dead_letter',
        spec: deadLetterRoutes.list.list ?? {},
        query: list,
        scope: actor.scope,
      });
      const deadLetters =
        await sql<Row>`SELECT id, device_id, company_id, topic, substr(payload, 1, ${maxShownBytes}) AS payload, size, reasons, received_at, replayed_at
        FROM dead_letter WHERE id = ANY (${ids}::bigint[]) ORDER BY array_position(${ids}::bigint[], id)`.execute(tx);
      return { data: deadLetters.rows.map((row) => ({ ...row, payload: row.payload.toString('utf8') })), totalRecords };
    },
    folded: ({ tx, query }) =>
      tx
        .selectFrom('deadLetterFolded')
        .select(['reason', 'count', 'bytes', 'firstAt', 'lastAt'])
        .where('deviceId', '=', query.deviceId)
        .orderBy('lastAt', 'desc')
        .execute(),
    async replay({ tx, kit, params, body, actor }) {
      const deadLetter = await tx
        .selectFrom('deadLetter')
        .select(['id', 'deviceId', 'companyId', 'payload', 'receivedAt'])
        .where('id', '=', params.id)
        .forUpdate()
        .executeTakeFirst();
      if (!deadLetter) throw refuse(404, 'not-found');
      const writer = writerOf(kit);
      await writer.directory.load([deadLetter.deviceId]);
      const device = writer.directory.peek(deadLetter.deviceId);
      if (!device) throw refuse(404, 'not-found');
      // A message without a time was measured when it arrived, not when it is replayed.
      const { measured, faults } = decode(
        device,
        body.payload ?? deadLetter.payload,
        Date.parse(deadLetter.receivedAt),
      );
      if (measured.t.length > 0 && !(await writer.writeOne(measured))) faults.push({ param: '', msg: 'not-stored' });
      const before = deadLetter.payload.toString('utf8');
      const { payload = before } = body;
      const stored = faults.some(({ msg }) => msg === 'not-stored') ? 0 : measured.t.length;
      const logData = { letter: deadLetter.id, stored, from: excerpt(before) };
      const deviceRef = { id: deadLetter.deviceId, companyId: deadLetter.companyId };
      if (payload === before) await logDevice(tx, deviceRef, 'replayed', actor, logData);
      else await logDevice(tx, deviceRef, 'replayed-edited', actor, { ...logData, to: excerpt(payload) });
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
