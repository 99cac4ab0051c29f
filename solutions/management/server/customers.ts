import { comUnitBalances, customersOf, zoneOfCompany } from '#core/accounts/server/api.ts';
import { alarmsBySite, type SiteAlarmCounts } from '#core/alarms/server/api.ts';
import { requestsByCompany } from '#core/device-requests/server/api.ts';
import { appsWithDevices, devicesByCompany } from '#core/devices/server/api.ts';
import { activationsByMonth } from '#core/subscriptions/server/api.ts';
import { ticketsByCompany } from '#core/support/server/api.ts';
import type { ListQuery } from '#platform/common/list.ts';
import { fold } from '#platform/common/search/search.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { Customer, customerRoutes } from '../common/customer.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>;

const byCompany = <Row extends { companyId: number }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.companyId, row]));

/** The customers of the caller with their numbers, in a fixed number of statements. */
async function customersWithNumbers(context: Reading): Promise<Customer[]> {
  const { tx, actor } = context;
  const customers = await customersOf(tx, actor);
  const devices = byCompany(await devicesByCompany(tx, actor.scope, appsWithDevices(context)));
  const alarms = Map.groupBy(await alarmsBySite(context), ({ companyId }) => companyId);
  const requests = byCompany(await requestsByCompany(context));
  const tickets = byCompany(await ticketsByCompany(context));
  const { companies } = actor.scope;
  return customers.map(({ id, name, type, contractTo, contractRuns }) => {
    const own = devices.get(id);
    const counted = companies === 'all' || companies.includes(id);
    const open = alarms.get(id) ?? [];
    const critical = open.filter(({ severity }) => severity === 'problem');
    return {
      id,
      name,
      type,
      contractTo,
      contractRuns,
      alarms: counted ? countOf(open) : null,
      critical: counted ? countOf(critical) : null,
      devices: counted ? (own?.installed ?? 0) + (own?.stock ?? 0) : null,
      offline: counted ? (own?.offline ?? 0) : null,
      expiring: counted ? (own?.expiring30 ?? 0) : null,
      requests: requests.get(id)?.open ?? 0,
      tickets: tickets.get(id)?.open ?? 0,
    };
  });
}

const countOf = (alarms: readonly SiteAlarmCounts[]): number => alarms.reduce((sum, { n }) => sum + n, 0);

/**
 * The numbers that make a customer urgent, the most important first. A number that the caller may not see counts as 0.
 */
const urgency = ({ critical, alarms, offline, tickets, requests, expiring }: Customer): number[] =>
  [critical, alarms, offline, tickets, requests, expiring].map((count) => count ?? 0);

function compareUrgency(a: Customer, b: Customer): number {
  const others = urgency(b);
  const differences = urgency(a).map((count, position) => count - (others[position] ?? 0));
  return differences.find((difference) => difference !== 0) ?? b.name.localeCompare(a.name, ['en', 'ar']);
}

type Sorted = Exclude<keyof Customer, 'id' | 'type' | 'contractRuns'> | 'urgency';

function compare(a: Customer, b: Customer, field: Sorted): number {
  if (field === 'urgency') return compareUrgency(a, b);
  const [one, other] = [a[field], b[field]];
  if (one === null || other === null) return Number(other === null) - Number(one === null);
  return typeof one === 'number' ? one - Number(other) : String(one).localeCompare(String(other), ['en', 'ar']);
}

/** A page of rows that are all in memory: a provider has at most a thousand customers. */
function pageOf(rows: readonly Customer[], { filters, search, sort, skip, limit }: ListQuery) {
  const { type, id } = filters;
  const words = search ? fold(search) : '';
  const { field, direction } = sort ?? { field: 'urgency', direction: 'desc' };
  const found = rows
    .filter(
      (row) =>
        (!type || type.includes(row.type)) && (!id || id.includes(String(row.id))) && fold(row.name).includes(words),
    )
    .sort((a, b) => compare(a, b, field as Sorted) * (direction === 'asc' ? 1 : -1) || a.id - b.id);
  return { data: found.slice(skip, skip + limit), totalRecords: found.length };
}

export const customerHandlers: Handlers<typeof customerRoutes> = {
  list: async (context) => pageOf(await customersWithNumbers(context), context.list),
  async dashboard(context) {
    const { tx, actor } = context;
    const own = actor.session.user.companyId;
    const customers = await customersOf(tx, actor);
    const types = Map.groupBy(customers, ({ type }) => type);
    const all = await devicesByCompany(tx, actor.scope, appsWithDevices(context));
    const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
      rows.reduce((total, row) => total + of(row), 0);
    const requests = await requestsByCompany(context);
    const tickets = await ticketsByCompany(context);
    const stock = all.filter(({ companyId }) => own === null || companyId === own);
    return {
      customers: [...types].map(([type, rows]) => ({ type, count: rows.length })),
      devices: {
        stock: sum(stock, (row) => row.stock),
        installed: sum(all, ({ installed }) => installed),
        offline: sum(all, ({ offline }) => offline),
      },
      expiring: {
        days30: sum(all, ({ expiring30 }) => expiring30),
        days60: sum(all, ({ expiring60 }) => expiring60),
        days90: sum(all, ({ expiring90 }) => expiring90),
      },
      requests: sum(requests, ({ open }) => open),
      tickets: { open: sum(tickets, ({ open }) => open), overdue: sum(tickets, ({ overdue }) => overdue) },
      units:
        own === null
          ? []
          : (await bypassRls(tx, actor.scope, () => comUnitBalances(tx, own))).map(({ kind, remaining }) => ({
              kind,
              remaining,
            })),
      activations: await activationsByMonth(tx, actor.scope, await zoneOfCompany(tx, own)),
    };
  },
};
