import { sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import { logDevices } from '#core/devices/server/api.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { inTenant, type Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { Invalid, refuse } from '#platform/server/refuse.ts';
import { type Actor, type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import {
  type Codec,
  type CodecContent,
  type CodecDetail,
  type CodecVersion,
  codecRoutes,
  maxSourceBytes,
} from '../../common/codec.ts';
import { connectorsChanged } from '../connectors/connector-directory.ts';
import { compareVersions } from './compare.ts';
import { runSamples } from './samples.ts';

const maxVersions = 200;

async function codecRows(tx: Tx, ids: readonly number[]): Promise<Codec[]> {
  if (ids.length === 0) return [];
  const found = await sql<Codec>`
    SELECT t.id, t.company_id, t.name, t.description, t.created_at,
           (SELECT max(v.number) FROM codec_version v WHERE v.codec_id = t.id) AS newest,
           (SELECT v.number FROM codec_version v WHERE v.codec_id = t.id AND v.state = 'active') AS active,
           (SELECT count(*)::integer FROM connector c WHERE c.codec_id = t.id OR c.profiles @> jsonb_build_array(jsonb_build_object('codecId', t.id))) AS connectors
      FROM codec t WHERE t.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, found.rows);
}

async function readOne(tx: Tx, id: number): Promise<CodecDetail> {
  const [row] = await codecRows(tx, [id]);
  if (!row) throw refuse(404, 'not-found');
  const versions = await sql<CodecVersion>`
    SELECT v.number, v.state, v.source, v.samples, v.variables, v.created_at, ${personNameSql('v.user_id')} AS by
      FROM codec_version v WHERE v.codec_id = ${id} ORDER BY v.number DESC LIMIT ${maxVersions}`.execute(tx);
  return { ...row, versions: versions.rows };
}

function assertSize({ source }: CodecContent): void {
  if (Buffer.byteLength(source) > maxSourceBytes) throw new Invalid([{ param: 'source', msg: 'tooLong' }], '01060413');
}

async function addVersion(tx: Tx, codec: { id: number; companyId: number }, content: CodecContent): Promise<void> {
  assertSize(content);
  await sql`INSERT INTO codec_version (codec_id, company_id, number, state, source, samples, variables)
    SELECT ${codec.id}, ${codec.companyId}, coalesce(max(number), 0) + 1, 'draft', ${content.source}, ${JSON.stringify(content.samples)}, ${JSON.stringify(content.variables)}
      FROM codec_version WHERE codec_id = ${codec.id}`.execute(tx);
}

/** Locks the codec, so that two changes of its versions come one after the other. */
async function locked(tx: Tx, id: number, actor: Actor): Promise<{ id: number; companyId: number }> {
  const codec = await tx
    .selectFrom('codec')
    .select(['id', 'companyId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!codec) throw refuse(404, 'not-found');
  changeableCompany(actor, codec.companyId);
  return codec;
}

/** Activates a version whose samples are green. No transaction is open while they run; a version never changes. */
async function activate({ kit, actor, params, body }: Context<(typeof codecRoutes)['activate']>): Promise<CodecDetail> {
  const { versions } = await inTenant(kit.people.db, actor.scope, (tx) => readOne(tx, params.id));
  const version = versions.find(({ number }) => number === body.number);
  if (!version) throw refuse(404, 'not-found');
  const results = await runSamples(version);
  const red = results.filter(({ green }) => !green);
  if (results.length === 0 || red.length > 0) throw refuse(409, 'samples-failed', { samples: red }, '01060409');
  const active = await inTenant(kit.people.db, actor.scope, (tx) => putInForce(tx, params.id, body.number, actor));
  connectorsChanged(kit);
  return active;
}

async function putInForce(tx: Tx, id: number, number: number, actor: Actor): Promise<CodecDetail> {
  const { companyId } = await locked(tx, id, actor);
  const { name, active: before } = await readOne(tx, id);
  await tx
    .updateTable('codecVersion')
    .set({ state: 'retired' })
    .where('codecId', '=', id)
    .where('state', '=', 'active')
    .where('number', '!=', number)
    .execute();
  await tx
    .updateTable('codecVersion')
    .set({ state: 'active' })
    .where('codecId', '=', id)
    .where('number', '=', number)
    .where('state', '!=', 'active')
    .execute();
  if (before !== number) await logVersion(tx, { id, companyId, name }, before, number, actor);
  return readOne(tx, id);
}

/** Writes into the logs of devices that from now on another version of a codec decodes their messages. */
async function logVersion(
  tx: Tx,
  codec: { id: number; companyId: number; name: string },
  from: number | null,
  to: number,
  actor: Actor,
): Promise<void> {
  const found = await sql<{ id: number; companyId: number }>`
    SELECT d.device_id AS id, d.company_id FROM connector_device d JOIN connector c ON c.id = d.connector_id
     WHERE c.company_id = ${codec.companyId} AND (c.codec_id = ${codec.id} OR c.profiles @> jsonb_build_array(jsonb_build_object('codecId', ${codec.id}::integer)))`.execute(
    tx,
  );
  const data = { codec: codec.name, from, to };
  const lines = found.rows.map((device) => ({ device, kind: 'codec-version', data }));
  await logDevices(tx, lines, actor.session.user.id);
}

export const codecHandlers: Handlers<typeof codecRoutes> = {
  async list({ tx, list, actor }) {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'codec',
      spec: codecRoutes.list.list ?? {},
      query: list,
      scope: actor.scope,
    });
    return { data: await codecRows(tx, ids), totalRecords };
  },
  get: ({ tx, params }) => readOne(tx, params.id),
  async create({ tx, actor, body }) {
    const { name, description, ...content } = body;
    const companyId = companyOf(actor);
    const { id } = await tx
      .insertInto('codec')
      .values({ companyId, name, description })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addVersion(tx, { id, companyId }, content);
    return readOne(tx, id);
  },
  async update({ tx, actor, params, body }) {
    await locked(tx, params.id, actor);
    if (Object.keys(body).length > 0) await tx.updateTable('codec').set(body).where('id', '=', params.id).execute();
    return readOne(tx, params.id);
  },
  async remove({ tx, actor, params }) {
    const codec = await locked(tx, params.id, actor);
    const [row] = await codecRows(tx, [codec.id]);
    if (row && row.connectors > 0) throw refuse(409, 'still-in-use');
    await tx.deleteFrom('codec').where('id', '=', codec.id).execute();
    return null;
  },
  async addVersion({ tx, actor, params, body }) {
    await addVersion(tx, await locked(tx, params.id, actor), body);
    return readOne(tx, params.id);
  },
  activate,
  async run({ kit, actor, params, body }) {
    // No transaction is open while the codec runs.
    const { compare, ...content } = body;
    assertSize(content);
    const { companyId } = await inTenant(kit.people.db, actor.scope, (tx) => readOne(tx, params.id));
    const samples = await runSamples(content);
    return { samples, compared: compare ? await compareVersions(kit, { id: params.id, companyId }, content) : [] };
  },
};
