import { expect, test } from 'vitest';
import {
  act,
  app,
  asSystem,
  companies,
  device,
  force,
  hq,
  monitor,
  site,
  withParties,
} from '#main/testing/test-alarms.ts';
import type { LiveEvent } from '#platform/server/live/live.ts';
import { endParty } from './end-parties.ts';

withParties();

/** The live events of alarms during the work, by company. */
async function eventsOf(work: () => Promise<unknown>): Promise<Map<number | null, LiveEvent[]>> {
  const events: LiveEvent[] = [];
  const stop = app.kit.live.subscribe('alarms', (event) => events.push(event));
  await work();
  stop();
  return Map.groupBy(events, ({ companyId }) => companyId);
}

test('each company of an alarm has its own live event, without the site and the devices of the owner', async () => {
  const events = await eventsOf(() => force(1));
  expect(events.get(companies.owner)).toMatchObject([
    { type: 'raised', data: { structureId: site.id, devices: [device.id] } },
  ]);
  for (const company of [companies.monitor, companies.hq])
    expect(events.get(company)).toMatchObject([
      { type: 'raised', data: { structureId: null, deviceId: null, devices: [], kind: 'forced-door' } },
    ]);
  expect(events.size).toBe(3);
});

test('what one company does is an event for all of them', async () => {
  const id = await force(2, { desk: 'monitor' });
  const acknowledged = await eventsOf(() => act(hq, id, 'acknowledge'));
  expect([...acknowledged.keys()].sort()).toEqual(Object.values(companies).sort());
  const closed = await eventsOf(() => act(monitor, id, 'terminate'));
  expect([...closed.values()].flat().map(({ type }) => type)).toEqual(['closed', 'closed', 'closed']);
  expect(closed.get(companies.owner)).toMatchObject([{ data: { structureId: site.id, devices: [device.id] } }]);
  expect(closed.get(companies.hq)).toMatchObject([{ data: { structureId: null, devices: [] } }]);
});

test('a company that ends as a party loses the alarm at once, and gets no more events', async () => {
  const id = await force(3);
  const ended = await eventsOf(() =>
    asSystem((context) => endParty(context, [id], companies.monitor, { reason: 'quiet' })),
  );
  expect(ended.get(companies.monitor)).toMatchObject([{ type: 'closed', data: { id, structureId: null } }]);
  expect(ended.get(companies.hq)).toMatchObject([{ type: 'changed' }]);
  const later = await eventsOf(() => act(hq, id, 'acknowledge'));
  expect(later.has(companies.monitor)).toBe(false);
});
