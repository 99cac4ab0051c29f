import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoStructures } from '#core/places/server/api.ts';
import { providerOf } from '#main/testing/test-contract.ts';
import { documentedMessages, startReceiver, type TestReceiver } from '#main/testing/test-receiver.ts';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { sendDueDeliveries } from '#platform/server/webhooks/deliveries.ts';
import { tellWebhooks } from './app-events.ts';
import { webhookSender } from './webhook-event.ts';

let app: Rasid;
let customer: TestPerson;
let receiver: TestReceiver;
let structures: Awaited<ReturnType<typeof demoStructures>>;
let companyId: number;
const path = '/sample/notifications-group';
const event = { app: 'sample', name: 'tank.filled' };

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  companyId = (await customer.call('GET', '/session')).body.data.company.id;
  structures = await inSystem(app.kit.db, demoStructures);
});
afterAll(() => app.close());
beforeEach(async () => {
  receiver = await startReceiver();
  await app.kit.pool.query('DELETE FROM notification_group');
});
afterEach(() => receiver.close());

const site = (name: string): number => structures[name] as number;
/** A group whose webhook is notified of full tanks at these sites. */
async function subscribed(name: string, resources: readonly (number | '*')[], events = ['tank.filled']) {
  const { id } = (await customer.call('POST', path, { body: { name, resources, events } })).body.data;
  await customer.call('PUT', `${path}/${id}/webhook`, { body: { url: receiver.url, enabled: true } });
  return id as number;
}
const filled = (...sites: readonly number[]) =>
  emittingAsSystem(app.kit, app.kit.db, (context) =>
    tellWebhooks(
      context,
      event,
      sites.map((structureId) => ({ companyId, structureId, data: { tank: `Tank at ${structureId}` } })),
    ),
  );
const received = async () => {
  await sendDueDeliveries(app.kit, webhookSender(app.kit));
  return receiver.received
    .map(({ body }) => JSON.parse(body.toString()))
    .toSorted((a, b) => a.data.notificationGroup.name.localeCompare(b.data.notificationGroup.name));
};

test('webhooks are notified of what happens at the sites of their group, each once', async () => {
  const [marina, creek] = [site('Marina Heights'), site('Creek Gardens')];
  await subscribed('All', ['*']);
  const some = await subscribed('Some', [creek]);
  await subscribed('Alarms only', ['*'], []);
  await filled(marina, creek);
  const sent = await received();
  expect(sent.map(({ data }) => [data.notificationGroup.name, data.site.id]).toSorted()).toEqual(
    [
      ['All', marina],
      ['All', creek],
      ['Some', creek],
    ].toSorted(),
  );
  expect(sent.at(-1)).toMatchObject({
    type: 'sample.tank.filled',
    data: {
      tank: `Tank at ${creek}`,
      site: { id: creek, name: 'Creek Gardens' },
      notificationGroup: { id: some, name: 'Some' },
    },
  });
  const { openapi, types, faultsOf } = await documentedMessages(app);
  expect(openapi).toMatch(/^3\.1/);
  expect(types).toEqual(expect.arrayContaining(['alarm.raised', 'alarm.cleared', 'sample.tank.filled', 'test']));
  expect(sent.flatMap(faultsOf)).toEqual([]);
  const [one] = sent;
  expect(faultsOf({ ...one, data: { ...one.data, secret: 'of somebody else' } })).toHaveLength(1);
  expect(await received()).toHaveLength(3);
});

test('nothing is sent after a rollback, by a muted group, of another company or to a webhook that is switched off', async () => {
  const group = await subscribed('All', ['*']);
  const marina = site('Marina Heights');
  await expect(
    emittingAsSystem(app.kit, app.kit.db, async (context) => {
      await tellWebhooks(context, event, [{ companyId, structureId: marina, data: { tank: 'A' } }]);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await emittingAsSystem(app.kit, app.kit.db, (context) =>
    tellWebhooks(context, event, [{ companyId: companyId + 1, structureId: marina, data: { tank: 'A' } }]),
  );
  await customer.call('PATCH', `${path}/${group}/mute`, { body: { minutes: 'forever' } });
  await filled(marina);
  await customer.call('PATCH', `${path}/${group}/mute`, { body: { minutes: 0 } });
  await customer.call('PUT', `${path}/${group}/webhook`, { body: { url: receiver.url, enabled: false } });
  await filled(marina);
  expect(await received()).toEqual([]);
});

test('while nobody subscribes, an event takes no statement, and the first subscription counts at once', async () => {
  app.kit.signals.send('webhook-events.changed', {});
  await filled(site('Marina Heights'));
  const statements = await countStatements(app, async () => {
    await emittingAsSystem(app.kit, app.kit.db, async (context) => {
      await tellWebhooks(context, event, [{ companyId, structureId: site('Marina Heights'), data: { tank: 'A' } }]);
    });
  });
  const empty = await countStatements(app, async () => {
    await emittingAsSystem(app.kit, app.kit.db, async () => undefined);
  });
  expect(statements).toBe(empty);
  await subscribed('All', ['*']);
  await filled(site('Marina Heights'));
  expect(await received()).toHaveLength(1);
});

test('the events of an app are offered with the schema of what is sent, and others are refused', async () => {
  const { events } = (await customer.call('GET', `${path}/params`)).body.data;
  expect(events).toMatchObject([
    { name: 'tank.filled', schema: { type: 'object', properties: { tank: { type: 'string' } } } },
  ]);
  const refused = await customer.call('POST', path, { body: { name: 'Wrong', events: ['tank.emptied'] } });
  expect(refused.body.errors).toEqual([{ param: 'events', msg: 'invalid' }]);
});

test('nobody has events sent that they may not read', async () => {
  const group = await subscribed('All', ['*'], []);
  const groups = ['read', 'update'].map((action) => `sample.notifications-group.${action}`);
  const alarms = ['operational', 'status'].map((name) => `sample.${name}-alarm.read`);
  const provider = (abilities: string[]) => providerOf(app, customer, [...groups, ...alarms, ...abilities]);
  const subscribe = async (person: TestPerson) =>
    (await person.call('PATCH', `${path}/${group}`, { body: { events: ['tank.filled'] } })).status;
  expect(await subscribe(await provider([]))).toBe(403);
  expect(await subscribe(await provider(['sample.device.read']))).toBe(200);
  const without = await provider([]);
  const redirected = await without.call('PUT', `${path}/${group}/webhook`, {
    body: { url: `${receiver.url}/other`, enabled: true },
  });
  expect(redirected.status).toBe(403);
});
