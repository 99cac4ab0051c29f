import { type Selectable, sql } from 'kysely';
import { companyNamed } from '#core/accounts/server/api.ts';
import { deviceFacts, deviceLimits, deviceNamed, findDevicesWithoutToken } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, ListReply } from '#platform/server/serve.ts';
import type { Tables } from '#platform/server/tables.ts';
import { blockers, type Token, type TokenRoutes, tokenList } from '../common/token.ts';

export type StoredToken = Selectable<Tables['deviceToken']>;

const status = sql<Token['status']>`CASE
  WHEN t.used_for IS NOT NULL THEN 'used'
  WHEN t.blocked_at IS NOT NULL THEN 'blocked'
  WHEN t.device_id IS NULL THEN 'unassigned'
  WHEN t.activation_at IS NULL OR t.activation_at > now() THEN 'not-activated'
  WHEN t.expiration_at < now() THEN 'expired'
  ELSE 'active' END`;

/** Conditions on `t` (device_token): it is in stock, or on a device that the caller sees. Nothing limits administrators. */
function tokensSeen(actor: Actor) {
  const seen = deviceLimits(actor);
  return seen.length === 0
    ? []
    : [
        sql`(t.device_id IS NULL OR t.device_id IN (SELECT t.id FROM ${sql.raw(deviceFacts)} t WHERE ${sql.join(seen, sql` AND `)}))`,
      ];
}

async function tokenRows(tx: Tx, ids: readonly number[]): Promise<Token[]> {
  if (ids.length === 0) return [];
  const found = await sql<Token>`
    SELECT t.id, t.company_id, ${companyNamed('t.company_id')} AS company, t.app, t.solution_ids, t.source, ${status} AS status, t.months,
           ${deviceNamed('t.device_id')} AS device, t.activation_at, t.expiration_at, t.block_reason,
           (${blockers}::text[])[t.blocked_level] AS blocked_by, t.created_at
      FROM device_token t WHERE t.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, found.rows);
}

/** Devices in use without a subscription, as rows of the list of subscriptions. */
async function withoutTokenRows(tx: Tx, ids: readonly number[]): Promise<Token[]> {
  const found = await sql<Token>`
    SELECT t.id, t.company_id, ${companyNamed('t.company_id')} AS company, t.app, ARRAY[t.solution_id] AS solution_ids, NULL AS source, 'none' AS status, NULL AS months,
           ${deviceNamed('t.id')} AS device, NULL AS activation_at, NULL AS expiration_at, NULL AS block_reason, NULL AS blocked_by, t.created_at
      FROM ${sql.raw(deviceFacts)} t WHERE t.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, found.rows);
}

export async function tokenById(tx: Tx, id: number): Promise<Token> {
  const [token] = await tokenRows(tx, [id]);
  if (!token) throw refuse(404, 'not-found');
  return token;
}

/** Locks the subscription, so that two people never use it twice. Refuses with 404 if the caller may not see it. */
export async function lockToken({ tx, actor }: Pick<Context, 'tx' | 'actor'>, id: number): Promise<StoredToken> {
  const token = await tx
    .selectFrom('deviceToken as t')
    .selectAll()
    .where('id', '=', id)
    .where(sql<boolean>`${sql.join([sql`true`, ...tokensSeen(actor)], sql` AND `)}`)
    .forUpdate()
    .executeTakeFirst();
  if (!token) throw refuse(404, 'not-found');
  return token;
}

/** Devices without a subscription have no status, source and end to filter by. */
const withoutTokenColumns = { status: sql`'none'`, source: sql`NULL::text`, expirationAt: sql`NULL::timestamptz` };

/** Subscriptions of devices of these solutions, and those without a device that fit one. Compares texts, as filters are. */
const ofSolutions = (ids: readonly string[]) => sql`CASE WHEN t.device_id IS NULL
  THEN t.solution_ids = '{}' OR t.solution_ids::text[] && ${ids}::text[]
  ELSE EXISTS (SELECT FROM ${sql.raw(deviceFacts)} d WHERE d.id = t.device_id AND d.solution_id::text = ANY (${ids}::text[])) END`;

type Listing = Pick<Context<TokenRoutes['list']>, 'tx' | 'list' | 'actor'>;

/** The subscriptions that the caller may see; of one app if it is named. */
export async function tokenPage({ tx, list, actor }: Listing, app?: string): Promise<ListReply<Token>> {
  const { solutionId, ...filters } = list.filters;
  const { ids, totalRecords } = await findIds(tx, {
    table: 'device_token',
    spec: tokenList,
    query: { ...list, filters },
    scope: actor.scope,
    columns: { status },
    where: [
      ...(app === undefined ? [] : [sql`t.app = ${app}`]),
      ...(solutionId ? [ofSolutions(solutionId)] : []),
      ...tokensSeen(actor),
    ],
  });
  return { data: await tokenRows(tx, ids), totalRecords };
}

/** Subscriptions, or devices without one. */
export async function listTokens(context: Context<TokenRoutes['list']>): Promise<ListReply<Token>> {
  const { tx, list, query, actor } = context;
  if (!query.withoutToken) return tokenPage(context);
  const { ids, totalRecords } = await findDevicesWithoutToken(tx, actor, {
    spec: tokenList,
    query: list,
    columns: withoutTokenColumns,
  });
  return { data: await withoutTokenRows(tx, ids), totalRecords };
}
