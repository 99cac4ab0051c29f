import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { siaPortOf } from '#solutions/defcon/server/dc09/index.ts';
import { frameOf, panelLine } from '#solutions/defcon/server/dc09/panel.fixture.ts';
import { act, answer, guard, hq, mark, of, offer, officer, panels, withDesk } from '../testing/panels/test-desk.ts';
import { eventually } from '../testing/test-device.ts';
import { untilServed } from '../testing.ts';

withDesk();

const serial = '70B3D5F8000000A1';
type Line = { at: string; kind: string; data: object };

test('a kit with a panel is ordered, paid and delivered, its panel installed and armed; it reports an intruder, the police comes, and its log has each step', async () => {
  const { app, customer, company } = panels;
  const admin = await app.signIn('super@rasid.test');
  const { rows: addresses } = await app.kit.pool.query(
    `INSERT INTO company_address (company_id, label, recipient, phone, country_id) VALUES ($1, 'Store', 'Mariam', '+971501234567', 233) RETURNING id`,
    [company],
  );
  const addressId = addresses[0].id;

  // The order, its payment and its delivery.
  const { rows: kits } = await app.kit.pool.query(`SELECT id FROM market_product WHERE sku = 'DEFCON-VILLA'`);
  const orders = [{ type: 'defcon-package', app: 'defcon', packages: [{ id: kits[0].id, qty: 1 }] }];
  const path = `/company/${company}/order`;
  const quote = await admin.call('POST', `${path}/validate?addressId=${addressId}`, { body: { orders } });
  const placed = await admin.call('POST', path, {
    body: { orders, hash: quote.body.data.hash, addressId },
    headers: { 'idempotency-key': randomUUID() },
  });
  const { id: orderId, number } = placed.body.data;
  const { clientSecret } = (await customer.call('POST', '/payment', { body: { orderId } })).body.data;
  await app.anonymous.call('POST', '/payment/sandbox/confirm', { body: { clientSecret, card: '4242424242424242' } });
  const { units, lines } = (await customer.call('GET', `${path}/${orderId}`)).body.data;
  const pieces = lines.map(({ sku, qty, net }: Record<string, unknown>) => [sku, qty, net]);
  expect(pieces).toEqual([
    ['DEFCON-VILLA', 1, 699],
    ...[
      ['DEFCON-2101', 1, 0],
      ['DEFCON-2103', 2, 0],
      ['DEFCON-2104', 4, 0],
      ['DEFCON-2105', 1, 0],
      ['DEFCON-2106', 1, 0],
    ],
  ]);
  expect(units).toHaveLength(9);
  const ofPanel = lines.find(({ sku }: { sku: string }) => sku === 'DEFCON-2101').id;
  const unitId = units.find(({ lineId }: { lineId: number }) => lineId === ofPanel).id;
  const deployed = await untilServed(() =>
    admin.call('POST', `/order/${orderId}/deploy`, { body: { units: [{ unitId, serial }] } }),
  );
  const id: number = deployed.body.data[0].deviceId;

  // The panel at its site, watched by the security company.
  const { rows: sites } = await app.kit.pool.query(
    'SELECT id FROM structure WHERE company_id = $1 ORDER BY id LIMIT 1',
    [company],
  );
  const site: number = sites[0].id;
  await panels.done('POST', '/panel/link', { serial, name: 'Villa 7', structureId: site });
  await panels.done('POST', `/panel/${id}/device`, {
    ...{ number: 1, name: 'Front door', groups: [1], detector: 'door', reaction: 'perimeter' },
    ...{ bypassable: true, confirmUnit: null, spaceId: null, deviceId: null },
  });
  await panels.callList(site);
  await panels.done('PUT', `/panel/${id}/sia`, { account: '7A11' });
  const line = await panelLine(siaPortOf(app.kit) ?? 0);
  const reports = async (data: string, sequence: string) => {
    line.send(frameOf({ account: '#7A11', sequence, data: `#7A11|${data}` }));
    expect(await line.reply()).toMatch(/^"ACK"/);
  };
  await reports('Nri0/RX', '0001');
  await panels.done('POST', `/panel/${id}/activate`, {});
  const panel = { id, name: serial, secret: '', site };
  const { id: assignment } = (await offer(panel)).body.data;
  expect((await answer(assignment, 'accept')).status).toBe(200);

  // It is armed, and an intruder is seen.
  await reports('Nri1/CL1', '0002');
  await reports('Nri1/BA1', '0003');
  await line.end();
  const [incident] = await eventually(
    () => panels.incidents(panel),
    (found) => found.length > 0,
  );
  await act(guard, incident.id, 'acknowledge');
  expect((await mark(guard, incident.id, 'no-answer', 'Nobody answers')).status).toBe(201);
  expect((await act(guard, incident.id, 'escalate-police', { verified: 'phone' })).status).toBe(200);
  await act(hq, incident.id, 'acknowledge');
  const { stations } = { stations: (await hq.call('GET', '/defcon/police/locality?kind=local')).body.data };
  const marina = stations.find(({ nameEn }: { nameEn: string }) => nameEn.startsWith('Marina'));
  expect((await act(hq, incident.id, 'escalate-police', { stationId: marina.id })).status).toBe(200);
  await act(officer, incident.id, 'acknowledge');
  await mark(officer, incident.id, 'dispatched', 'Patrol 14');
  await mark(officer, incident.id, 'on-scene', 'Patrol 14');
  expect((await act(officer, incident.id, 'terminate', { outcome: 'genuine', comment: 'One arrest' })).status).toBe(
    200,
  );

  expect((await answer(assignment, 'end')).status).toBe(200);

  // Every step has its time, and they are in order.
  const { rows: steps } = await app.kit.pool.query(
    `SELECT i.first_at <= i.requested_at AND i.requested_at <= i.accepted_at AND i.accepted_at <= i.dispatched_at AND i.dispatched_at <= i.on_scene_at
            AND i.on_scene_at <= i.closed_at AS in_order FROM defcon_incident i WHERE i.alarm_id = $1`,
    [incident.id],
  );
  expect(steps).toEqual([{ in_order: true }]);

  const { data: newestFirst } = (await of(customer)('GET', `/device/${id}/log?limit=50`)).body;
  const life: Line[] = newestFirst.toReversed();
  const shown = [
    ...['ordered', 'paid', 'deployed', 'installed', 'in-service', 'watched', 'armed', 'incident', 'incident-taken'],
    ...['police-called', 'police-accepted', 'police-called', 'police-accepted', 'police-dispatched', 'police-on-scene'],
    ...['incident-closed', 'watch-ended'],
  ];
  expect(life.filter(({ kind }) => shown.includes(kind)).map(({ kind }) => kind)).toEqual(shown);
  const times = life.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const data = (kind: string) => life.find((one) => one.kind === kind)?.data;
  expect(data('ordered')).toEqual({ order: number });
  expect(data('incident')).toEqual({ incident: { en: 'Intrusion', ar: expect.stringMatching(/[\u0600-\u06FF]/) } });
  expect(data('police-called')).toMatchObject({ police: { en: 'Rimal Police Headquarters' } });
  const incidentNames = data('incident');
  expect(data('watched')).toEqual({ company: 'أمان للخدمات الأمنية' });
  expect(data('incident-taken')).toEqual({ ...incidentNames, company: 'أمان للخدمات الأمنية' });
  expect(data('police-dispatched')).toEqual({ ...incidentNames, police: { en: marina.nameEn, ar: marina.nameAr } });
});
