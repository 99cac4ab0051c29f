import { customersOf } from '#core/accounts/server/api.ts';
import { raisedAlarms } from '#core/alarms/server/api.ts';
import { visibleStructures } from '#core/permissions/common/visible-structures.ts';
import { locatedStructures, structureCount, structureSummaries } from '#core/places/server/api.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { overviewRoutes } from '../common/overview.ts';
import { compareStates, isTroubled, readStates, siteStateSums, statesBy } from './site-states.ts';

const mostCustomers = 50;
const soonMs = 30 * 86_400_000;
const nothing = siteStateSums([], []);

/** What a person sees first: every call has the same number of statements for any number of structures. */
export const overviewHandlers: Handlers<typeof overviewRoutes> = {
  async headline(context) {
    const { devices, alarms } = await readStates(context);
    return {
      ...siteStateSums(devices, alarms),
      sites: await structureCount(context.tx, visibleStructures(context.actor)),
      raised: await raisedAlarms(context),
    };
  },
  async sites(context) {
    const { tx, list } = context;
    const states = statesBy(await readStates(context), 'structureId');
    const troubled = [...states].filter(([, state]) => isTroubled(state));
    const sorted = troubled.sort(([id, a], [otherId, b]) => compareStates(a, b) || id - otherId);
    const page = new Map(sorted.slice(list.skip, list.skip + list.limit));
    const structures = await structureSummaries(tx, [...page.keys()]);
    const data = structures.map(({ location: _location, ...structure }) => ({
      ...structure,
      ...(page.get(structure.id) ?? nothing),
    }));
    return { data, totalRecords: sorted.length };
  },
  async map(context) {
    const states = statesBy(await readStates(context), 'structureId');
    const structures = await locatedStructures(context.tx, visibleStructures(context.actor));
    return structures.map((structure) => {
      const { worst, alarms, devices, offline } = states.get(structure.id) ?? nothing;
      return { ...structure, worst, alarms, devices, offline };
    });
  },
  async customers(context) {
    const { tx, actor } = context;
    const states = statesBy(await readStates(context), 'companyId');
    const { actingFor, user } = actor.session;
    const found = await customersOf(tx, actor);
    // The states of the others are not visible meanwhile, and zeros would be wrong.
    const shown = found.filter(({ id }) => actingFor === null || actingFor === user.companyId || id === actingFor);
    const customers = shown.map((customer) => ({
      ...(states.get(customer.id) ?? nothing),
      ...customer,
    }));
    const ends = ({ contractTo }: { contractTo: string | null }) =>
      contractTo !== null && Date.parse(contractTo) - Date.now() < soonMs ? 1 : 0;
    customers.sort((a, b) => compareStates(a, b) || ends(b) - ends(a) || a.name.localeCompare(b.name));
    return customers.slice(0, mostCustomers);
  },
};
