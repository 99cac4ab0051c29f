import { afterAll, beforeAll, expect, test } from 'vitest';
import { doDue } from '#platform/server/due.ts';
import type { Kit } from '#platform/server/kit.ts';
import { dueSupervision } from '#solutions/defcon/server/supervision/supervise.ts';
import { apps } from '../apps.ts';
import { readSiteSettings } from '../brand.ts';
import { openHttp } from '../compose.ts';
import { loadDemo } from '../load-demo.ts';
import { testApps } from '../test-apps/index.ts';
import { demoPassword, emptyKit, personOn, type TestPerson } from '../testing.ts';

const others = [
  ...apps.filter(({ id, kind }) => kind === 'solution' && id !== 'defcon').map(({ id }) => id),
  ...testApps.map(({ app }) => app.id),
];
let kit: Kit;
let close: () => Promise<void>;
let http: Awaited<ReturnType<typeof openHttp>>;

beforeAll(async () => {
  ({ kit, close } = await emptyKit(others, 90));
  await loadDemo(kit);
  http = await openHttp(kit, { webFolder: null, site: readSiteSettings('rasid', others) });
}, 600_000);
afterAll(async () => {
  await http.close();
  await close();
});

async function signIn(name: string): Promise<TestPerson> {
  const body = { email: `${name}@rasid.test`, password: demoPassword };
  const reply = await personOn(http, '').call('POST', '/auth/login', { body });
  return personOn(http, reply.body.data.token);
}
const readBy = async (name: string, path: string) =>
  (await (await signIn(name)).call('GET', `/defcon${path}`)).body.data;

test('eight panels are in service, four of them over SIA DC-09, with a call list and a plan at each site', async () => {
  const { rows } = await kit.pool.query(
    `SELECT d.name, p.transport, a.account, a.encryption, count(c.id) > 0 AND cardinality(f.plan) > 0 AS filed
       FROM defcon_panel p JOIN device d ON d.id = p.id JOIN defcon_premises f ON f.structure_id = d.structure_id JOIN defcon_contact c ON c.premises_id = f.id
       LEFT JOIN defcon_sia_account a ON a.id = p.id WHERE p.service = 'active' GROUP BY d.id, p.id, f.id, a.id ORDER BY d.id`,
  );
  const mqtt = (name: string) => ({ name, transport: 'mqtt', account: null, encryption: null, filed: true });
  const sia = (name: string, account: string, encryption: string) => ({
    ...{ name, transport: 'sia', account, encryption, filed: true },
  });
  expect(rows).toEqual([
    ...[mqtt('محل الذهب'), mqtt('Warehouse 4'), mqtt('Villa 12'), mqtt('مكتب المدرسة')],
    ...[sia('الصيدلية', '1001', 'none'), sia('Clinic', '1002', 'required'), sia('Pump station', '1003', 'none')],
    sia('بيت الحارس', '1004', 'required'),
  ]);
});

test('the security company has two incidents open, one of them taken, and the police has one with its file', async () => {
  const desk = await readBy('guard', '/alarm/intrusion?limit=20');
  const shown = (rows: { subject: { name: string }; kind: string; acknowledged: boolean; desk: { role: string } }[]) =>
    rows.map(({ subject, kind, acknowledged, desk: { role } }) => [subject.name, kind, acknowledged, role]).sort();
  expect(shown(desk)).toEqual([
    ['Clinic', 'intrusion', true, 'monitor'],
    ['الصيدلية', 'intrusion', false, 'monitor'],
    ['محل الذهب · صالة العرض', 'hold-up', expect.any(Boolean), 'hq'],
  ]);
  const [request] = await readBy('hq', '/alarm/intrusion?limit=20');
  expect([request.kind, request.desk.mine]).toEqual(['hold-up', true]);
  const file = await readBy('hq', `/alarm/intrusion/${request.id}/incident`);
  expect([file.site.name, file.hits.length, file.premises.contacts.length]).toEqual(['Qasr Mall', 1, 3]);
});

test('sixty-one incidents are closed, most of them false, and the board counts them', async () => {
  const day = 86_400_000;
  const period = `from=${new Date(Date.now() - 91 * day).toISOString()}&to=${new Date(Date.now() + day).toISOString()}`;
  const sums = await readBy('security', `/analysis/counters?${period}`);
  const closed = sums.closed.reduce((all: number, { count }: { count: number }) => all + count, 0);
  expect(closed).toBe(61);
  expect(sums.falseRate).toBeGreaterThan(0.6);
  expect(sums.falseRate).toBeLessThan(1);
  expect(sums.panels.active).toBe(7);
  expect(sums.supervision).toBe(1);
  expect(sums.arms).toBeGreaterThan(10);
  expect(sums.disarms).toBeGreaterThan(10);
  const lines = await readBy('security', `/analysis/timelines?${period}&bucket=day`);
  const armed = lines.buckets.reduce((all: number, { arms }: { arms: number }) => all + arms, 0);
  expect(armed).toBe(sums.arms);
  const first = sums.acknowledged.find(({ rank }: { rank: number }) => rank === 2);
  expect(first.p50).toBeGreaterThan(5);
  expect(first.p50).toBeLessThan(60);
  const [past] = await readBy('hq', '/alarm/intrusion/history?limit=20');
  const file = await readBy('hq', `/alarm/intrusion/${past.id}/incident`);
  expect(file.hits.length).toBeGreaterThan(0);
  const { events } = await readBy('guard', `/alarm/intrusion/${past.id}`);
  const steps = ['raised', 'acknowledged', 'commented', 'desk-moved', 'police-called', 'acknowledged'];
  expect(events.map(({ action }: { action: string }) => action).filter((one: string) => one !== 'cleared')).toEqual([
    ...[...steps, 'commented', 'commented', 'terminated'],
  ]);
});

test('one panel waits for the answer of the security company, and the tenant has two zones of the gold shop', async () => {
  const offered = await readBy('security', '/device-assign?state=pending');
  expect(offered.map(({ panel }: { panel: { name: string } }) => panel.name)).toEqual(['مكتب المدرسة']);
  const rented = await readBy('tenant', '/device-assign');
  expect(rented).toMatchObject([{ role: 'tenant', state: 'accepted' }]);
  expect(rented[0].zones).toHaveLength(2);
});

test('the line on which nothing comes is lost, while its panel is heard on the other one', async () => {
  await doDue(kit, [dueSupervision]);
  const { rows } = await kit.pool.query(
    `SELECT w.line, s.state FROM defcon_path w JOIN device d ON d.id = w.panel_id LEFT JOIN device_path s ON s.device_id = d.id AND s.line = w.line WHERE d.name = 'Villa 12' ORDER BY 1`,
  );
  expect(rows).toMatchObject([{ line: 'cellular' }, { line: 'main' }]);
});
