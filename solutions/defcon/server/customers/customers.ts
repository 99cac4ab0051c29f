import { sql } from 'kysely';
import { type ContractOfKind, contractsOfKind } from '#core/accounts/server/api.ts';
import { storedParties } from '#core/alarms/server/api.ts';
import { deviceFacts, deviceValidity } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import type { ListQuery } from '#platform/common/list.ts';
import { fold } from '#platform/common/search/search.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import {
  type customerRoutes,
  lapsingDays,
  type SecurityCustomer,
  type WatchedSite,
} from '../../common/customers/customer.ts';

type Reading = Pick<Context, 'tx' | 'actor'>;
type Figures = { ownerId: number; companyId: number; panels: number; incidents: number; lapsing: number };

/** How many panels security companies watch for their customers, and what of them needs attention. */
async function figures(
  { tx, actor }: Reading,
  contracts: readonly ContractOfKind[],
): Promise<(contract: ContractOfKind) => Pick<Figures, 'panels' | 'incidents' | 'lapsing'>> {
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Figures>`
      WITH of AS (SELECT * FROM unnest(${contracts.map(({ client }) => client.id)}::integer[], ${contracts.map(({ provider }) => provider.id)}::integer[]) AS n (owner_id, company_id)),
           watched AS (
             SELECT w.owner_id, w.company_id, count(*)::integer AS panels,
                    count(*) FILTER (WHERE NOT v.has_token OR v.blocked OR v.activation_at IS NULL OR v.expiration_at < now() + ${lapsingDays} * interval '1 day')::integer AS lapsing
               FROM of JOIN defcon_assignment w USING (owner_id, company_id) JOIN ${sql.raw(deviceValidity)} v ON v.device_id = w.panel_id WHERE w.reads GROUP BY 1, 2),
           opened AS (
             SELECT i.company_id AS owner_id, p.company_id, count(*)::integer AS incidents
               FROM of JOIN ${sql.raw(storedParties)} p ON p.company_id = of.company_id AND p.role = 'monitor' AND p.until_at IS NULL
               JOIN defcon_incident i ON i.alarm_id = p.alarm_id AND i.company_id = of.owner_id AND i.closed_at IS NULL GROUP BY 1, 2)
      SELECT of.owner_id, of.company_id, coalesce(w.panels, 0) AS panels, coalesce(w.lapsing, 0) AS lapsing, coalesce(o.incidents, 0) AS incidents
        FROM of LEFT JOIN watched w USING (owner_id, company_id) LEFT JOIN opened o USING (owner_id, company_id)`.execute(
      tx,
    ),
  );
  const byContract = new Map(rows.map(({ ownerId, companyId, ...counts }) => [`${companyId} ${ownerId}`, counts]));
  return ({ provider, client }) =>
    byContract.get(`${provider.id} ${client.id}`) ?? { panels: 0, incidents: 0, lapsing: 0 };
}

type Sorted = 'name' | 'panels' | 'incidents' | 'lapsing' | 'contractTo';
const valueOf = (row: SecurityCustomer, field: Sorted) => (field === 'name' ? row.customer.name : row[field]);

/** Contracts without an end come last. */
function compare(one: SecurityCustomer, other: SecurityCustomer, field: Sorted): number {
  const [a, b] = [valueOf(one, field), valueOf(other, field)];
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return typeof a === 'number' ? a - Number(b) : a.localeCompare(String(b), ['en', 'ar']);
}

/** A page of rows that are all in memory: a security company has at most a thousand customers. */
function pageOf(rows: readonly SecurityCustomer[], { search, sort, skip, limit }: ListQuery) {
  const words = search ? fold(search) : '';
  const { field, direction } = sort ?? { field: 'name', direction: 'asc' };
  const found = rows
    .filter(({ customer }) => fold(customer.name).includes(words))
    .sort((a, b) => compare(a, b, field as Sorted) * (direction === 'asc' ? 1 : -1) || a.id - b.id);
  return { data: found.slice(skip, skip + limit), totalRecords: found.length };
}

/** The sites of a customer at which the caller's company watches panels. An assignment ends with its contract. */
async function watchedSites({ tx, actor }: Reading, clientId: number): Promise<WatchedSite[]> {
  const { companies } = actor.scope;
  const watching = companies === 'all' ? sql`true` : sql`w.company_id = ANY (${companies}::integer[])`;
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<WatchedSite>`
      SELECT ${structureNamed('n.structure_id')} ->> 'name' AS site, n.panels,
             coalesce((SELECT jsonb_agg(jsonb_build_object('position', c.position, 'name', c.name, 'phone', c.phone, 'language', c.language) ORDER BY c.position)
                         FROM defcon_premises s JOIN defcon_contact c ON c.premises_id = s.id WHERE s.structure_id = n.structure_id), '[]') AS contacts
        FROM (SELECT d.structure_id, jsonb_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name)) AS panels
                FROM defcon_assignment w JOIN ${sql.raw(deviceFacts)} d ON d.id = w.panel_id
               WHERE w.reads AND w.owner_id = ${clientId} AND ${watching} GROUP BY 1) n
       ORDER BY 1 NULLS LAST`.execute(tx),
  );
  return rows;
}

const customersOfCaller = ({ tx, actor }: Reading) => contractsOfKind(tx, actor.scope, 'Security Company');

export const customerHandlers: Handlers<typeof customerRoutes> = {
  async list(context) {
    const contracts = await customersOfCaller(context);
    const figuresOf = await figures(context, contracts);
    const rows = contracts.map(({ client, ...contract }) => ({
      ...contract,
      customer: client,
      ...figuresOf({ client, ...contract }),
    }));
    return pageOf(rows, context.list);
  },
  async sites(context) {
    const { id } = context.params;
    const contracts = await customersOfCaller(context);
    if (!contracts.some(({ client }) => client.id === id)) throw refuse(404, 'not-found');
    return watchedSites(context, id);
  },
};
