import { type Selectable, sql } from 'kysely';
import { deviceFacts, deviceNamed, logDevice } from '#core/devices/server/api.ts';
import { emit } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { Tables } from '#platform/server/tables.ts';
import { type DeadLetter, deadLetterRoutes, type GroupedDeadLetter, mostTogether } from '../../common/ingest.ts';
import type { ConnectorOutcome } from '../connector-events.ts';
import { decodeMessage } from '../intake/intake.ts';
import type { TelemetryWriter } from '../intake/writer.ts';
import { sizeOf } from '../measured-points.ts';
import { excerpt } from './connector-letters.ts';

const maxShownBytes = 4096;
const maxGroups = 100;

const isOpen = sql`t.replayed_at IS NULL AND t.discarded_at IS NULL`;
const state = sql<DeadLetter['state']>`CASE
  WHEN t.replayed_at IS NOT NULL THEN 'replayed' WHEN t.discarded_at IS NOT NULL THEN 'discarded' ELSE 'open' END`;

type Row = Omit<DeadLetter, 'payload' | 'device' | 'connector'> & {
  payload: Buffer;
  device: Omit<NonNullable<DeadLetter['device']>, 'app'> | null;
  app: string;
  connectorId: number | null;
  connectorName: string | null;
};

/** Dead letters as list rows in the order of the ids, with the first bytes of each. */
async function deadLetterRows(tx: Tx, ids: readonly number[]): Promise<DeadLetter[]> {
  if (ids.length === 0) return [];
  const found = await sql<Row>`
    SELECT t.id, t.device_id, ${deviceNamed('t.device_id')} AS device, (SELECT f.app FROM ${sql.raw(deviceFacts)} f WHERE f.id = t.device_id) AS app,
           t.company_id, t.topic, substr(t.payload, 1, ${maxShownBytes}) AS payload, t.size, t.reasons, t.received_at, ${state} AS state,
           t.connector_id, t.connector_name, t.external_id, t.stage, t.codec_version
      FROM dead_letter t WHERE t.id = ANY (${ids}::bigint[])`.execute(tx);
  const rows = found.rows.map(({ app, device, payload, connectorId, connectorName, ...row }) => ({
    ...row,
    device: device && { ...device, app },
    connector: connectorId === null ? null : { id: connectorId, name: connectorName ?? '' },
    payload: payload.toString('utf8'),
  }));
  return inOrder(ids, rows);
}

async function deadLetterById(tx: Tx, id: number): Promise<DeadLetter> {
  const [row] = await deadLetterRows(tx, [id]);
  if (!row) throw refuse(404, 'not-found');
  return row;
}

type ReplayContext = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'> & {
  params: { id: number };
  body: { payload?: string | undefined };
};
type WriterOf = (kit: Kit) => TelemetryWriter;
type Letter = Pick<
  Selectable<Tables['deadLetter']>,
  'id' | 'deviceId' | 'companyId' | 'connectorId' | 'topic' | 'payload' | 'receivedAt'
>;

async function lockedLetter({ tx, params }: ReplayContext): Promise<Letter> {
  const letter = await tx
    .selectFrom('deadLetter')
    .select(['id', 'deviceId', 'companyId', 'connectorId', 'topic', 'payload', 'receivedAt'])
    .where('id', '=', params.id)
    .forUpdate()
    .executeTakeFirst();
  if (!letter) throw refuse(404, 'not-found');
  return letter;
}

/** Decodes the letter with its own or a corrected payload and, with `store`, stores its points. */
async function readAgain(
  context: ReplayContext,
  letter: Letter,
  writerOf: WriterOf,
  store: boolean,
): Promise<ConnectorOutcome> {
  const { kit, body } = context;
  const { connectorId, deviceId } = letter;
  if (connectorId !== null) {
    const payload = body.payload === undefined ? letter.payload : Buffer.from(body.payload);
    const event = { letter: { ...letter, connectorId, payload }, store, outcome: null as ConnectorOutcome | null };
    await emit(context, 'connector-letter.read', event);
    // The connector has been deleted.
    if (!event.outcome) throw refuse(404, 'not-found');
    return event.outcome;
  }
  const writer = writerOf(kit);
  const device = deviceId === null ? undefined : await writer.directory.one(deviceId);
  if (!device) throw refuse(404, 'not-found');
  // A message without a time was measured when it arrived, not when it is replayed. Times that were in the future by a
  // slow server clock no longer are.
  const now = Date.now();
  const { measured, faults } = decodeMessage(
    device,
    letter.topic,
    body.payload ?? letter.payload,
    Date.parse(letter.receivedAt),
    now,
  );
  const size = sizeOf(measured);
  const stored = !store || size === 0 || (await writer.writeOne({ ...measured, r: now }));
  if (!stored) faults.push({ param: '', msg: 'not-stored' });
  return { stored: stored ? size : 0, reasons: faults, deviceId };
}

async function replay(context: ReplayContext, writerOf: WriterOf) {
  const { tx, actor, params, body } = context;
  const letter = await lockedLetter(context);
  const { stored, reasons, deviceId } = await readAgain(context, letter, writerOf, true);
  const before = letter.payload.toString('utf8');
  const { payload = before } = body;
  const logData = { letter: letter.id, stored, from: excerpt(before) };
  const deviceRef = { id: deviceId ?? 0, companyId: letter.companyId };
  if (deviceId !== null) {
    if (payload === before) await logDevice(tx, deviceRef, 'replayed', actor, logData);
    else await logDevice(tx, deviceRef, 'replayed-edited', actor, { ...logData, to: excerpt(payload) });
  }
  if (reasons.length === 0)
    await tx
      .updateTable('deadLetter')
      .set({ replayedAt: new Date().toISOString() })
      .where('id', '=', params.id)
      .execute();
  return { stored, reasons };
}

/** Serves `deadLetterRoutes`. `writerOf` returns the writer of the process. */
export function deadLetterHandlers(writerOf: WriterOf): Handlers<typeof deadLetterRoutes> {
  return {
    async list({ tx, list, actor }) {
      const { ids, totalRecords } = await findIds(tx, {
        table: 'dead_letter',
        spec: deadLetterRoutes.list.list ?? {},
        query: list,
        scope: actor.scope,
        columns: { state },
      });
      return { data: await deadLetterRows(tx, ids), totalRecords };
    },
    folded: ({ tx, query }) =>
      tx
        .selectFrom('deadLetterFolded')
        .select(['reason', 'count', 'bytes', 'firstAt', 'lastAt'])
        .where('deviceId', '=', query.deviceId)
        .orderBy('lastAt', 'desc')
        .execute(),
    async groups({ tx }) {
      const groups = await sql<{ reason: string; count: number; devices: number; lastAt: string }>`
        SELECT reason, count(*)::integer AS count, count(DISTINCT device_id)::integer AS devices, max(received_at) AS last_at FROM dead_letter t
         WHERE ${isOpen} GROUP BY reason ORDER BY 2 DESC LIMIT ${maxGroups}`.execute(tx);
      return groups.rows;
    },
    async group({ tx, query }) {
      const found = await sql<GroupedDeadLetter>`
        SELECT t.id, (SELECT jsonb_build_object('id', f.id, 'name', f.name, 'app', f.app, 'solutionId', f.solution_id) FROM ${sql.raw(deviceFacts)} f WHERE f.id = t.device_id) AS device,
               t.external_id, t.reasons
          FROM dead_letter t WHERE t.reason = ${query.reason} AND ${isOpen} ORDER BY t.id LIMIT ${mostTogether}`.execute(
        tx,
      );
      return found.rows;
    },
    async get({ tx, params }) {
      const row = await deadLetterById(tx, params.id);
      const { payload } = await tx
        .selectFrom('deadLetter')
        .select('payload')
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow();
      return { ...row, whole: payload.toString('utf8') };
    },
    async try(context) {
      const { stored, reasons } = await readAgain(context, await lockedLetter(context), writerOf, false);
      return { stored, reasons };
    },
    replay: (context) => replay(context, writerOf),
    async discard({ tx, params }) {
      const letter = await tx
        .selectFrom('deadLetter')
        .select(['replayedAt', 'discardedAt'])
        .where('id', '=', params.id)
        .forUpdate()
        .executeTakeFirst();
      if (!letter) throw refuse(404, 'not-found');
      if (letter.replayedAt) throw refuse(409, 'already-replayed');
      if (!letter.discardedAt)
        await tx
          .updateTable('deadLetter')
          .set({ discardedAt: new Date().toISOString() })
          .where('id', '=', params.id)
          .execute();
      return deadLetterById(tx, params.id);
    },
  };
}
