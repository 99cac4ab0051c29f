import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import { type LiveEvent, listenAt } from '#main/testing/alarms/live-stream.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';

let app: Rasid;
let base: string;
let customer: TestPerson;
let tank: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = app.http.server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api`;
  customer = await app.signIn('customer@rasid.test');
  tank = await testDevice(app, customer, 'solutionId=901');
});
afterAll(async () => {
  await tank.end();
  await app.close();
});

const listen = (person: TestPerson, topics: string, page?: string) => listenAt(base, person, topics, page);
type Page = Awaited<ReturnType<typeof listen>>;

test('an open page receives a value and its alarm within a second', async () => {
  const delays: number[] = [];
  // A loaded machine delays some of them.
  for (const skip of [1, 2, 3]) {
    const device = await testDevice(app, customer, `solutionId=901&skip=${skip}`);
    const { events, close } = await listen(customer, `device:${device.id},alarms`);
    const received = (of: string) => events.find(({ type }) => type === of)?.data;
    const sent = performance.now();
    await device.publish({ level: 3.3 });
    await eventually(async () => received('values') && received('raised'), Boolean);
    delays.push(performance.now() - sent);
    expect(received('values')?.values).toMatchObject([{ sensor: 'level', value: 3.3 }]);
    expect(received('raised')?.kind).toBe('level-high');
    await Promise.all([close(), device.end()]);
  }
  expect(Math.min(...delays)).toBeLessThan(1000);
});

test('an event is marked as own only on the page whose request caused it', async () => {
  const again = await app.signIn('customer@rasid.test');
  const pages = [
    await listen(customer, 'alarms', 'one'),
    await listen(customer, 'alarms', 'two'),
    await listen(again, 'alarms', 'one'),
  ];
  await tank.publish({ level: 3.3 });
  const listed = await eventually(
    () => customer.call('GET', '/sample/alarm/operational?limit=1&acknowledged=false'),
    ({ body }) => body.data.length > 0,
  );
  const [alarm] = listed.body.data;
  const { status } = await customer.call('POST', `/sample/alarm/operational/${alarm.id}/acknowledge`, {
    body: {},
    headers: { 'page-id': 'one' },
  });
  expect(status).toBe(200);
  const changes = () =>
    pages.map(({ events }) => events.filter(({ type, data }) => type === 'changed' && data.id === alarm.id));
  const [own] = await eventually(
    async () => changes(),
    ([mine = [], ...others]) => mine.some((item) => item.own) && others.every(({ length }) => length === mine.length),
  );
  expect(own?.filter((item) => item.own)).toHaveLength(1);
  expect(changes().map((all) => all.some((item) => item.own))).toEqual([true, false, false]);
  expect(JSON.stringify(changes())).not.toContain('"by"');
  await Promise.all(pages.map((item) => item.close()));
});

test('another company receives no events of a device and its alarms', async () => {
  const [own, foreign] = [
    await listen(customer, `device:${tank.id},alarms,devices`),
    await listen(await app.signIn('other@rasid.test'), `device:${tank.id},alarms,devices`),
  ];
  await tank.publish({ level: 1 });
  await tank.publish({ level: 3.6 });
  await eventually(
    async () => own.events.length,
    (count) => count >= 2,
  );
  expect(foreign.status).toBe(200);
  expect(foreign.events).toEqual([]);
  await Promise.all([own.close(), foreign.close()]);
});

test('an alarm for some people only is in no event of the others until it is closed', async () => {
  const { user, company } = (await customer.call('GET', '/session')).body.data;
  const page = await listen(customer, 'alarms');
  const about = (id: number) => ({ companyId: company.id, app: 'rooms', subject: { type: 'room', id } });
  const raise = (id: number, onlyFor: number[]) =>
    emittingAsSystem(app.kit, app.kit.db, (context) =>
      raiseAlarms(context, [
        { ...about(id), kind: 'forced-door', severity: 'poor', name: `Room ${id}`, structureId: null, onlyFor },
      ]),
    );
  const [hidden] = await raise(901, [0]);
  const [shown] = await raise(902, [user.id]);
  const ids = (type: string) => page.events.flatMap((one) => (one.type === type ? (one.data.id ?? []) : []));
  await eventually(
    async () => ids('raised'),
    (seen) => seen.includes(shown?.id ?? 0),
  );
  expect(ids('raised')).not.toContain(hidden?.id);
  await emittingAsSystem(app.kit, app.kit.db, (context) =>
    endAlarms(context, [about(901), about(902)], 'device-removed'),
  );
  await eventually(
    async () => ids('closed'),
    (seen) => seen.includes(hidden?.id ?? 0) && seen.includes(shown?.id ?? 0),
  );
  await page.close();
});

describe('the live topic of a place', () => {
  const levelsReceived = (page: { events: LiveEvent[] }) =>
    page.events.flatMap(({ topic, type, data }) => (type === 'values' ? [[topic, data.values?.[0]?.value]] : []));

  test('has the values of the devices in the place, also of those that arrive later', async () => {
    const { companyId, structure } = (await customer.call('GET', `/sample/device/${tank.id}`)).body.data;
    const structureId = structure.id as number;
    const floors = await customer.call('GET', `/company/${companyId}/structure/${structureId}/floor`);
    const [here, there] = floors.body.data.map(({ id }: { id: number }) => id) as [number, number];
    const move = (device: TestDevice, floorId: number) =>
      customer.call('PATCH', `/sample/device/${device.id}/move`, { body: { structureId, floorId } });
    const meter = await testDevice(app, customer, 'solutionId=903');
    await move(tank, here);
    await move(meter, there);
    const [page, left, whole] = (await Promise.all(
      [`floor:${here}`, `floor:${there}`, `structure:${structureId}`].map((topic) => listen(customer, topic)),
    )) as [Page, Page, Page];
    await tank.publish({ level: 2.11 });
    await eventually(
      async () => [levelsReceived(page), levelsReceived(whole)],
      (events) => events.every(({ length }) => length === 1),
    );
    expect(levelsReceived(page)).toEqual([[`floor:${here}`, 2.11]]);
    expect(levelsReceived(whole)).toEqual([[`structure:${structureId}`, 2.11]]);
    expect(levelsReceived(left)).toEqual([]);

    await move(meter, here);
    await left.ended;
    let flow = 30;
    // The next heartbeat of the stream includes the device.
    await eventually(
      async () => {
        flow += 0.01;
        await meter.publish({ flow });
        return levelsReceived(page);
      },
      ({ length }) => length > 1,
    );
    await Promise.all([page.close(), whole.close(), meter.end()]);
  });

  test('does not reach another company', async () => {
    const { structure } = (await customer.call('GET', `/sample/device/${tank.id}`)).body.data;
    const page = await listen(await app.signIn('other@rasid.test'), `structure:${structure.id}`);
    const own = await listen(customer, `structure:${structure.id}`);
    await tank.publish({ level: 2.22 });
    await eventually(
      async () => levelsReceived(own),
      ({ length }) => length > 0,
    );
    expect([page.status, page.events]).toEqual([200, []]);
    await Promise.all([page.close(), own.close()]);
  });
});

test('an event stream needs a session and known topics', async () => {
  expect((await listen(app.anonymous, 'alarms')).status).toBe(401);
  expect((await listen(customer, 'everything')).status).toBe(418);
});

describe('an open event stream', () => {
  test('ends with the session', async () => {
    const leaving = await app.signIn('customer@rasid.test');
    const page = await listen(leaving, 'alarms');
    await leaving.call('POST', '/user/logout');
    await page.ended;
  });

  test('ends when the permission groups of the person change', async () => {
    const viewer = await app.signIn('viewer@rasid.test');
    const page = await listen(viewer, 'alarms');
    const users = [(await viewer.call('GET', '/session')).body.data.user.id];
    const body = { name: 'More', users, resources: ['*'], permissions: { device: ['read'] } };
    const { id } = (await customer.call('POST', '/sample/permissions-group', { body })).body.data;
    await page.ended;
    await customer.call('DELETE', `/sample/permissions-group/${id}`);
  });

  test('ends when the selected client suspends the contract', async () => {
    const integrator = await app.signIn('integrator@rasid.test');
    const page = await listen(integrator, 'devices');
    const suspended = "UPDATE company_relation SET contract_status = $1 WHERE status = 'engaged'";
    await app.kit.pool.query(suspended, ['Inactive']);
    await page.ended;
    await app.kit.pool.query(suspended, ['Active']);
  });

  test('has alarms only of structures that the person may see', async () => {
    const viewer = await app.signIn('viewer@rasid.test');
    const { body } = await viewer.call('GET', '/session');
    const companyId = body.data.company.id as number;
    const path = `/company/${companyId}/structure?limit=100`;
    const idsOf = async (person: TestPerson): Promise<number[]> =>
      (await person.call('GET', path)).body.data.map((item: { id: number }) => item.id);
    const [seen] = await idsOf(viewer);
    const hidden = (await idsOf(customer)).find((id) => id !== seen && !body.data.session.abilities.sample[id]);
    const [page, whole] = [await listen(viewer, 'alarms'), await listen(customer, 'alarms')];
    for (const [at, structureId] of [hidden, seen].entries())
      app.kit.live.publish({
        topic: 'alarms',
        type: 'raised',
        companyId,
        data: { id: at + 1, app: 'sample', class: 'operational', structureId, kind: 'tried' },
      });
    const triedCount = ({ events }: typeof page) => events.filter((event) => event.data.kind === 'tried').length;
    await eventually(
      async () => triedCount(whole),
      (count) => count === 2,
    );
    await eventually(
      async () => triedCount(page),
      (count) => count === 1,
    );
    expect(page.events.map((event) => (event.data as { id?: number }).id)).toEqual([2]);
    await Promise.all([page.close(), whole.close()]);
  });
});

test('a server that stops ends open event streams without waiting for them', async () => {
  const page = await listen(customer, `device:${tank.id},alarms`);
  const startedAt = Date.now();
  await app.http.close();
  await page.ended;
  expect(Date.now() - startedAt).toBeLessThan(5000);
});
