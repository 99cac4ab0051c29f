import { sql } from 'kysely';
import { commandOutcomes } from '#core/commands/server/api.ts';
import { deviceById, deviceFacts, deviceNamed, visibleDevice } from '#core/devices/server/api.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import type { Kit } from '#platform/server/kit.ts';
import { brokerSchemes, isCallable } from '#platform/server/outgoing-call.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { seal, unseal } from '#platform/server/seal.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { newSecret } from '#platform/server/webhooks/webhook-secret.ts';
import { connectorKinds } from '../../common/kinds.ts';
import { type ConnectorLink, connectorLinkRoutes, type Downlink } from '../../common/link.ts';
import { connectorsChanged } from '../connectors/connector-directory.ts';
import type { DownlinkTarget } from './orders.ts';
import { failWaitingDownlinks } from './queue.ts';

const boundTo = (companyId: number) => `connector_link ${companyId}`;
/** A key that came with messages is replaced by the next one; one that a person has entered stays. */
type Sealed = { key: string; entered: boolean };
const sealed = ({ secrets }: Pick<Kit, 'secrets'>, companyId: number, value: Sealed): Buffer =>
  seal(secrets.sealing, JSON.stringify(value), boundTo(companyId));
const unsealed = ({ secrets }: Pick<Kit, 'secrets'>, companyId: number, value: Buffer): Sealed =>
  JSON.parse(unseal(secrets.sealing, value, boundTo(companyId))) as Sealed;

type Row = Omit<DownlinkTarget, 'key'> & { companyId: number; sealed: Buffer };
type Shown = Row & Pick<ConnectorLink, 'connectedAt' | 'fault'>;

/** The link of a connector with its key. */
export async function readLink(kit: Kit, connectorId: number): Promise<DownlinkTarget | null> {
  const [link] = await linksWith(kit, sql`l.connector_id = ${connectorId}`);
  return link ?? null;
}

/** The links that a condition on `l` and its connector `c` names, with their keys. */
export async function linksWith(
  kit: Kit,
  where: ReturnType<typeof sql>,
): Promise<(DownlinkTarget & { connectorId: number; key: string })[]> {
  const found = await inSystem(kit.db, (tx) =>
    sql<Row & { connectorId: number }>`
      SELECT l.id, l.connector_id, l.company_id, l.way, l.url, l.user_name, l.template, l.sealed
        FROM connector_link l JOIN connector c ON c.id = l.connector_id WHERE ${where}`.execute(tx),
  );
  return found.rows.map(({ sealed: value, companyId, ...link }) => ({
    ...link,
    key: unsealed(kit, companyId, value).key,
  }));
}

/** Stores the key for answers that came with a message, unless a person has entered one. */
export async function storeKey(
  kit: Kit,
  { id, companyId }: { id: number; companyId: number },
  key: string,
): Promise<void> {
  await inSystem(kit.db, async (tx) => {
    const row = await tx
      .selectFrom('connectorLink')
      .select('sealed')
      .where('connectorId', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const before = unsealed(kit, companyId, row.sealed);
    if (before.entered || before.key === key) return;
    await tx
      .updateTable('connectorLink')
      .set({ sealed: sealed(kit, companyId, { key, entered: false }) })
      .where('connectorId', '=', id)
      .execute();
  });
}

type Owner = { id: number; companyId: number; kind: string };

async function ownerOf(tx: Tx, id: number): Promise<Owner> {
  const connector = await tx
    .selectFrom('connector')
    .select(['id', 'companyId', 'kind'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!connector) throw refuse(404, 'not-found');
  return connector;
}

async function rowOf(tx: Tx, connectorId: number): Promise<Shown | undefined> {
  const found = await sql<Shown>`
    SELECT l.id, l.company_id, l.way, l.url, l.user_name, l.template, l.sealed, b.connected_at, b.fault
      FROM connector_link l LEFT JOIN connector_broker b ON b.link_id = l.id WHERE l.connector_id = ${connectorId}`.execute(
    tx,
  );
  return found.rows[0];
}

async function shown({ tx, kit }: Pick<Context, 'tx' | 'kit'>, connectorId: number): Promise<ConnectorLink | null> {
  const row = await rowOf(tx, connectorId);
  if (!row) return null;
  const { sealed: value, companyId, id: _, ...link } = row;
  return { ...link, hasKey: unsealed(kit, companyId, value).key !== '' };
}

function assertUsable(
  { kit, body }: Pick<Context<(typeof connectorLinkRoutes)['save']>, 'kit' | 'body'>,
  kind: string,
): void {
  const { way, url, template } = body;
  if (!connectorKinds.of(kit.apps).get(kind)?.ways?.includes(way)) throw invalid('way', 'invalid');
  const schemes = way === 'mqtt' ? brokerSchemes : undefined;
  if (!isCallable(kit, url, schemes)) throw invalid('url', way === 'mqtt' ? 'brokerAddress' : 'httpsAddress');
  try {
    if (template !== '') JSON.parse(template);
  } catch {
    throw invalid('template', 'noJson');
  }
}

/** The server of an address; `origin` is useless for addresses of brokers. */
const serverOf = (url: string): string => {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
};

type Fields = Omit<DownlinkTarget, 'id' | 'key'>;

async function store(tx: Tx, { id, companyId }: Omit<Owner, 'kind'>, link: Fields, value: Buffer): Promise<void> {
  const { way, url, userName, template } = link;
  await tx
    .insertInto('connectorLink')
    .values({ connectorId: id, companyId, way, url, userName, template, sealed: value })
    .onConflict((conflict) =>
      conflict.column('connectorId').doUpdateSet((row) => ({
        way: row.ref('excluded.way'),
        url: row.ref('excluded.url'),
        userName: row.ref('excluded.userName'),
        template: row.ref('excluded.template'),
        sealed: row.ref('excluded.sealed'),
      })),
    )
    .execute();
}

/** Stores a link with its key, for the demo. */
export const storeLink = (tx: Tx, kit: Kit, owner: Omit<Owner, 'kind'>, { key, ...link }: Fields & { key: string }) =>
  store(tx, owner, link, sealed(kit, owner.companyId, { key, entered: true }));

export const connectorLinkHandlers: Handlers<typeof connectorLinkRoutes> = {
  async ofDevice({ tx, actor, may, params }) {
    const device = await deviceById(tx, params.id);
    if (!device || !may(canDo(`${device.app}.device`, 'read'), { app: device.app })) throw refuse(404, 'not-found');
    await visibleDevice(tx, actor, device.app, params.id);
    const found = await sql<{ kind: string; takesCommands: boolean }>`
      SELECT c.kind, c.enabled AND EXISTS (SELECT FROM connector_link l WHERE l.connector_id = c.id) AS takes_commands
        FROM connector_device d JOIN connector c ON c.id = d.connector_id WHERE d.device_id = ${params.id}`.execute(tx);
    return found.rows[0] ?? { kind: null, takesCommands: false };
  },
  async get(context) {
    await ownerOf(context.tx, context.params.id);
    return { link: await shown(context, context.params.id), secret: null };
  },
  async save(context) {
    const { tx, kit, actor, params, body } = context;
    const { id, companyId, kind } = await ownerOf(tx, params.id);
    changeableCompany(actor, companyId);
    assertUsable(context, kind);
    const { way, url, userName, template } = body;
    const before = await rowOf(tx, id);
    const known = before ? unsealed(kit, companyId, before.sealed) : null;
    // A key goes to no other server than the one that it was entered for.
    const moved = before && serverOf(before.url) !== serverOf(url);
    const kept = known && !moved ? known : { key: '', entered: false };
    // Calls of the kind http are signed with a secret that is made here.
    const secret = kind === 'http' && kept.key === '' ? newSecret() : null;
    const key = kind === 'http' ? (secret ?? kept.key) : body.key;
    await store(
      tx,
      { id, companyId },
      { way, url, userName, template },
      sealed(kit, companyId, key ? { key, entered: true } : kept),
    );
    context.afterCommit(() => connectorsChanged(kit));
    return { link: await shown(context, id), secret };
  },
  async remove(context) {
    const { tx, kit, actor, params, afterCommit } = context;
    const { id, companyId } = await ownerOf(tx, params.id);
    changeableCompany(actor, companyId);
    await failWaitingDownlinks(context, id);
    await tx.deleteFrom('connectorLink').where('connectorId', '=', id).execute();
    afterCommit(() => connectorsChanged(kit));
    return null;
  },
  async downlinks({ tx, params, list, actor }) {
    await ownerOf(tx, params.id);
    const { ids, totalRecords } = await findIds(tx, {
      table: 'connector_downlink',
      spec: connectorLinkRoutes.downlinks.list ?? {},
      query: list,
      scope: actor.scope,
      where: [sql`t.connector_id = ${params.id}`],
    });
    const found = await sql<Downlink>`
      SELECT t.id, t.company_id, t.created_at, ${deviceNamed('t.device_id')} AS device, f.app, c.method, c.params, c.state AS command_state, c.reason, t.state, t.attempts, t.status, t.fault
        FROM connector_downlink t JOIN ${sql.raw(commandOutcomes)} c ON c.id = t.command_id JOIN ${sql.raw(deviceFacts)} f ON f.id = t.device_id WHERE t.id = ANY (${ids}::bigint[])`.execute(
      tx,
    );
    return { data: inOrder(ids, found.rows), totalRecords };
  },
};
