import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { deviceNamed } from '#core/devices/server/api.ts';
import { declaredAs } from '#platform/server/declared.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf, sqlFromNow } from '#platform/server/postgres/values.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import { type Connector, type ConnectorMessage, connectorRoutes, secretOverlapHours } from '../../common/connector.ts';
import { connectorKinds } from '../../common/kinds.ts';
import { receptionOf, tryBody } from '../accept.ts';
import { adopt } from '../adopt.ts';
import { forgetUnused } from '../codec/codec-failures.ts';
import { failWaitingDownlinks } from '../downlink/queue.ts';
import { endConnectorAlarms } from './connector-alarms.ts';
import { connectorSecretHash, connectorsChanged, readConnector } from './connector-directory.ts';

const shownBytes = 4096;
const maxUnusedKeys = 200;

async function connectorRows(tx: Tx, ids: readonly number[]): Promise<Connector[]> {
  if (ids.length === 0) return [];
  const found = await sql<Connector>`
    SELECT t.id, t.company_id, t.kind, t.name, t.key, t.enabled, t.networks, t.rate, t.auto_create, t.allow_simulated, t.codec_id, t.profiles, t.mapping, t.pointers, t.silent_after, t.created_at, s.silent, s.fault,
           (SELECT max(s.valid_until) FROM connector_secret s WHERE s.connector_id = t.id AND s.valid_until > now()) AS former_secret_until,
           (SELECT m.received_at FROM connector_message m WHERE m.connector_id = t.id ORDER BY m.id DESC LIMIT 1) AS last_message_at,
           (SELECT count(*)::integer FROM connector_unknown u WHERE u.connector_id = t.id) AS unknown,
           EXISTS (SELECT FROM codec_failure f WHERE f.connector_id = t.id) AS codec_failing,
           (SELECT count(*)::integer FROM connector_device d WHERE d.connector_id = t.id) AS devices,
           ARRAY(SELECT jsonb_build_object('key', f.key, 'example', f.example) FROM connector_field f WHERE f.connector_id = t.id AND NOT f.used ORDER BY f.key LIMIT ${maxUnusedKeys}) AS unused_keys
      FROM connector t JOIN connector_state s ON s.connector_id = t.id WHERE t.id = ANY (${ids}::integer[])`.execute(
    tx,
  );
  return inOrder(ids, found.rows);
}

async function readOne(tx: Tx, id: number): Promise<Connector> {
  const [row] = await connectorRows(tx, [id]);
  if (!row) throw refuse(404, 'not-found');
  return row;
}

type Named = { profiles?: Connector['profiles'] | undefined; codecId?: number | null | undefined };

/** Refuses models of apps that the company does not hold, and codecs that it does not have. */
async function assertNamed(
  { tx, kit, actor }: Pick<Context, 'tx' | 'kit' | 'actor'>,
  companyId: number,
  { profiles, codecId }: Named,
): Promise<void> {
  const fields = [
    { param: 'codecId', codecId },
    ...(profiles ?? []).map((profile, index) => ({ param: `profiles.${index}.codecId`, codecId: profile.codecId })),
  ].filter((field) => field.codecId);
  const own = await tx
    .selectFrom('codec')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', anyOf(fields.map((field) => field.codecId)))
    .execute();
  for (const field of fields) if (!own.some(({ id }) => id === field.codecId)) throw invalid(field.param, 'invalid');
  for (const [index, { app, hardwareId }] of (profiles ?? []).entries()) {
    const held = kit.apps.find(({ id }) => id === app && actor.session.apps.includes(id));
    if (!held?.hardware?.some(({ id }) => id === hardwareId)) throw invalid(`profiles.${index}.hardwareId`, 'invalid');
  }
}

/** Stores a new secret. The previous secret expires at the end of the overlap. */
async function addSecret(tx: Tx, { id, companyId }: Pick<Connector, 'id' | 'companyId'>): Promise<string> {
  const secret = randomBytes(24).toString('base64url');
  await tx.deleteFrom('connectorSecret').where('connectorId', '=', id).where('validUntil', 'is not', null).execute();
  await tx
    .updateTable('connectorSecret')
    .set({ validUntil: sqlFromNow(secretOverlapHours, 'hour') })
    .where('connectorId', '=', id)
    .execute();
  await tx
    .insertInto('connectorSecret')
    .values({ connectorId: id, companyId, secretHash: connectorSecretHash(secret) })
    .execute();
  return secret;
}

type Fields = Partial<Pick<Connector, 'profiles' | 'mapping' | 'pointers'>>;
/** node-postgres would write lists as arrays of PostgreSQL. */
const stored = <Given extends Fields>({ profiles, mapping, pointers, ...rest }: Given) => ({
  ...rest,
  ...(profiles ? { profiles: JSON.stringify(profiles) } : {}),
  ...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
  ...(pointers ? { pointers: JSON.stringify(pointers) } : {}),
});

type OwnList = Pick<Context, 'tx' | 'list' | 'actor'> & { params: { id: number } };

async function idsWithin(
  { tx, list, actor, params }: OwnList,
  table: string,
  name: 'messages' | 'unknown',
  where: RawBuilder<unknown>[] = [],
) {
  await readOne(tx, params.id);
  return findIds(tx, {
    table,
    spec: connectorRoutes[name].list ?? {},
    query: list,
    scope: actor.scope,
    where: [sql`t.connector_id = ${params.id}`, ...where],
  });
}

const changeHandlers: Pick<Handlers<typeof connectorRoutes>, 'create' | 'update' | 'remove' | 'renewSecret'> = {
  async create(context) {
    const { tx, kit, actor, body } = context;
    const companyId = companyOf(actor);
    declaredAs(connectorKinds, kit, body.kind);
    await assertNamed(context, companyId, body);
    const key = randomBytes(16).toString('base64url');
    const { profiles, mapping, pointers, ...fields } = body;
    const { id } = await tx
      .insertInto('connector')
      .values({
        ...fields,
        companyId,
        key,
        profiles: JSON.stringify(profiles),
        mapping: JSON.stringify(mapping),
        pointers: JSON.stringify(pointers),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const secret = await addSecret(tx, { id, companyId });
    context.afterCommit(() => connectorsChanged(kit));
    return { ...(await readOne(tx, id)), secret };
  },
  async update(context) {
    const { tx, kit, actor, params, body } = context;
    const { companyId } = await readOne(tx, params.id);
    changeableCompany(actor, companyId);
    await assertNamed(context, companyId, body);
    const changes = stored(body);
    if (Object.keys(changes).length > 0)
      await tx.updateTable('connector').set(changes).where('id', '=', params.id).execute();
    // The keys that the new mapping uses are recorded with the next messages.
    if (body.codecId !== undefined || body.profiles) await forgetUnused(context, { id: params.id, companyId });
    if (body.enabled === false) await endConnectorAlarms(context, { id: params.id, companyId }, 'connector-paused');
    if (body.mapping) await tx.deleteFrom('connectorField').where('connectorId', '=', params.id).execute();
    context.afterCommit(() => connectorsChanged(kit));
    return readOne(tx, params.id);
  },
  async remove(context) {
    const { tx, kit, actor, params, afterCommit } = context;
    const { companyId } = await readOne(tx, params.id);
    changeableCompany(actor, companyId);
    // Deleted before its state, which is locked by messages that are being stored.
    await tx.selectFrom('connector').select('id').where('id', '=', params.id).forUpdate().execute();
    await failWaitingDownlinks(context, params.id);
    await endConnectorAlarms(context, { id: params.id, companyId }, 'connector-deleted');
    await tx.deleteFrom('connector').where('id', '=', params.id).execute();
    afterCommit(() => connectorsChanged(kit));
    return null;
  },
  async renewSecret({ tx, kit, actor, params, afterCommit }) {
    const one = await readOne(tx, params.id);
    changeableCompany(actor, one.companyId);
    const secret = await addSecret(tx, one);
    afterCommit(() => connectorsChanged(kit));
    return { ...(await readOne(tx, params.id)), secret };
  },
};

export const connectorHandlers: Handlers<typeof connectorRoutes> = {
  ...changeHandlers,
  async list({ tx, list, actor }) {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'connector',
      spec: connectorRoutes.list.list ?? {},
      query: list,
      scope: actor.scope,
    });
    return { data: await connectorRows(tx, ids), totalRecords };
  },
  get: ({ tx, params }) => readOne(tx, params.id),
  async history(context) {
    const { id, companyId } = await readOne(context.tx, context.params.id);
    return changesOf(context, { table: 'connector', id, companyId });
  },
  async messages(context) {
    const { ids, totalRecords } = await idsWithin(context, 'connector_message', 'messages');
    const found = await sql<Omit<ConnectorMessage, 'body'> & { body: Buffer }>`
      SELECT t.id, t.company_id, t.received_at, t.event, t.external_id, ${deviceNamed('t.device_id')} AS device, t.outcome, t.reason, substr(t.body, 1, ${shownBytes}) AS body
        FROM connector_message t WHERE t.id = ANY (${ids}::bigint[])`.execute(context.tx);
    const rows = found.rows.map((row) => ({ ...row, body: row.body.toString('utf8') }));
    return { data: inOrder(ids, rows), totalRecords };
  },
  async unknown(context) {
    const { ids, totalRecords } = await idsWithin(context, 'connector_unknown', 'unknown');
    const found = await context.tx
      .selectFrom('connectorUnknown')
      .select(['id', 'companyId', 'externalId', 'profile', 'signal', 'count', 'firstAt', 'lastAt'])
      .where('id', '=', anyOf(ids))
      .execute();
    return { data: inOrder(ids, found), totalRecords };
  },
  adopt,
  async test({ tx, kit, params, body }) {
    await readOne(tx, params.id);
    const connector = await readConnector(kit, sql`c.id = ${params.id}`);
    if (!connector) throw refuse(404, 'not-found');
    const sent = { body: Buffer.from(body.body), event: body.event };
    const read = await tryBody(receptionOf(kit), connector, sent, Date.now());
    return {
      messages: read.map(({ message: { event, externalId }, read: { entries }, device, stored, faults }) => ({
        event,
        externalId,
        deviceId: device?.id ?? null,
        entries: JSON.parse(JSON.stringify(entries)),
        stored,
        reasons: faults,
      })),
    };
  },
};
