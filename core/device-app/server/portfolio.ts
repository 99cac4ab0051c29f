import { severities } from '#core/alarms/common/alarm.ts';
import { type OpenCount, openCounts } from '#core/alarms/server/api.ts';
import { type DeviceCount, deviceCounts, sumConnections } from '#core/devices/server/api.ts';
import { structureIdsOf, structureSummaries } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { ListQuery } from '#platform/common/list.ts';
import type { Context, Handlers, ListReply } from '#platform/server/serve.ts';
import {
  type Consumed,
  openAlarmsOfRow,
  type PortfolioRow,
  type portfolioRoutes,
  portfolioState,
  portfolioStates,
} from '../common/portfolio.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'actor' | 'list'>;
type Summary = Awaited<ReturnType<typeof structureSummaries>>[number];
/** Reads the consumption of structures of an app, for apps with meters. */
export type ReadConsumption = (
  context: Reading,
  structures: readonly number[],
) => Promise<ReadonlyMap<number, Consumed[]>>;

/** Serves `portfolioRoutes(app.id)`: the same number of statements for any number of structures. */
export const portfolioHandlers = (
  { id: app, alarmClasses = {} }: AppManifest,
  readConsumption: ReadConsumption = async () => new Map(),
): Handlers<ReturnType<typeof portfolioRoutes>> => ({
  portfolio: (context) => portfolio(context, { app, technical: technicalIn(alarmClasses) }, readConsumption),
});

/** An app, and its classes of alarms about the devices themselves. */
type Of = { app: string; technical: ReadonlySet<string> };

const technicalIn = (classes: NonNullable<AppManifest['alarmClasses']>): Of['technical'] =>
  new Set(Object.keys(classes).filter((name) => classes[name]?.technical));

async function portfolio(
  context: Reading,
  { app, technical }: Of,
  readConsumption: ReadConsumption,
): Promise<ListReply<PortfolioRow>> {
  const { tx, list, actor } = context;
  const visible = resourcesWith(actor.session, app, 'analysis', 'read');
  const { worst: states, ...filters } = list.filters;
  const query = { filters, ...(list.search ? { search: list.search } : {}) };
  const found = await structureIdsOf(tx, actor.scope, query, visible);
  const devices = Map.groupBy(await deviceCounts(tx, app, found), (count) => count.structureId);
  const alarms = Map.groupBy(await openCounts(tx, app, found), (count) => count.structureId);
  const rows = (await structureSummaries(tx, found))
    .map((structure) => rowOf(structure, devices.get(structure.id) ?? [], alarms.get(structure.id) ?? [], technical))
    .filter((row) => !states || states.includes(portfolioState(row)))
    .sort(orderOf(list.sort));
  const page = rows.slice(list.skip, list.skip + list.limit);
  const consumption = await readConsumption(
    context,
    page.map(({ id }) => id),
  );
  const data = page.map((row) => ({ ...row, consumption: consumption.get(row.id) ?? [] }));
  return { data, totalRecords: rows.length };
}

function rowOf(
  structure: Summary,
  devices: readonly DeviceCount[],
  counts: readonly OpenCount[],
  technical: Of['technical'],
): PortfolioRow {
  const sum = (field: 'devices' | 'lowBattery') => devices.reduce((all, count) => all + count[field], 0);
  const open = { good: 0, ok: 0, poor: 0, problem: 0 };
  const ofStatus = { good: 0, ok: 0, poor: 0, problem: 0 };
  for (const { severity, n, class: of } of counts) {
    open[severity] += n;
    if (technical.has(of)) ofStatus[severity] += n;
  }
  const worst = severities.findLast((severity) => open[severity] > 0) ?? 'good';
  const times = counts.filter(({ severity }) => severity === worst).map(({ since }) => since);
  const { id, companyId, company, name, address, location } = structure;
  return {
    id,
    companyId,
    company,
    name,
    address,
    location,
    devices: sum('devices'),
    ...sumConnections(devices),
    lowBattery: sum('lowBattery'),
    alarms: open,
    statusAlarms: ofStatus,
    worst,
    since: times.sort()[0] ?? null,
    solutions: devices.map((count) => ({ id: count.solutionId, devices: count.devices, ...sumConnections([count]) })),
    consumption: [],
  };
}

/** Tower 2 comes before Tower 10. */
const byName = new Intl.Collator(['en', 'ar'], { numeric: true });
const natural = (a: PortfolioRow, b: PortfolioRow) => byName.compare(a.name, b.name) || a.id - b.id;

/** Each is compared by these values in turn. Ties are in the natural order of the names, in either direction. */
const ranks: Record<string, (row: PortfolioRow) => readonly number[]> = {
  worst: (row) => [portfolioStates.indexOf(portfolioState(row)), row.alarms[row.worst], row.offline],
  alarms: (row) => [openAlarmsOfRow(row)],
  devices: (row) => [row.devices],
  offline: (row) => [row.offline],
  id: (row) => [row.id],
};

function orderOf({ field, direction }: NonNullable<ListQuery['sort']> = { field: 'worst', direction: 'desc' }) {
  const sign = direction === 'asc' ? 1 : -1;
  const rank = ranks[field];
  if (!rank) return (a: PortfolioRow, b: PortfolioRow) => sign * natural(a, b);
  return (a: PortfolioRow, b: PortfolioRow) => {
    const [first, second] = [rank(a), rank(b)];
    const difference = first.map((value, n) => value - (second[n] ?? 0)).find((one) => one !== 0) ?? 0;
    return difference === 0 ? natural(a, b) : sign * difference;
  };
}
