import { expect, test } from 'vitest';
import { of, panels, security, watched, withDesk } from '#main/testing/panels/test-desk.ts';
import type { TestPanel } from '#main/testing/panels/test-panels.ts';
import { dueDone } from '#main/testing/test-device.ts';
import { duePanelChecks } from './panel-checks.ts';

withDesk();

const set = (table: 'device' | 'defcon_panel', { id }: TestPanel, what: string) =>
  panels.app.kit.pool.query(`UPDATE ${table} SET ${what} WHERE id = $1`, [id]);
const change = ({ id }: TestPanel, body: object) => panels.done('PATCH', `/panel/${id}`, body);
const look = async ({ id }: TestPanel) => {
  await panels.app.kit.pool.query('UPDATE defcon_panel_check SET due_at = now() WHERE panel_id = $1', [id]);
  await dueDone(panels.app, [duePanelChecks]);
};
/** What the owner sees of a kind, and what the security company sees of it. */
async function troubles(panel: TestPanel, kind: string): Promise<[string[], string[]]> {
  await look(panel);
  const { name } = await panels.panel(panel);
  const owned = await panels.done('GET', `/alarm/status?kind=${kind}&deviceId=${panel.id}`);
  const seen = (await of(security)('GET', `/alarm/status?kind=${kind}&limit=100`)).body.data;
  return [
    owned.map(({ severity }: { severity: string }) => severity),
    seen.flatMap(({ severity, subject }: { severity: string; subject: { name: string } }) =>
      subject.name === name ? severity : [],
    ),
  ];
}
const both = (severity: string) => [[severity], [severity]];
const neither = [[], []];
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a missing test report is shown to both sides until one arrives; a heartbeat is none', async () => {
  const panel = await watched();
  const missing = () => troubles(panel, 'no-test');
  await change(panel, { testEveryHours: 24 });
  await set('defcon_panel', panel, "test_report_at = now() - interval '28 hours'");
  expect(await missing()).toEqual(neither);
  await set('defcon_panel', panel, "test_report_at = now() - interval '29 hours'");
  expect(await missing()).toEqual(both('ok'));
  await set('defcon_panel', panel, "report_at = now() - interval '10 minutes'");
  await panels.signal(panel, Date.now(), { code: 'RP' });
  expect(await missing()).toEqual(both('ok'));
  await panels.signal(panel, Date.now(), { code: 'RX' });
  expect(await missing()).toEqual(neither);
  await set(
    'defcon_panel',
    panel,
    "test_report_at = now() - interval '29 hours', report_at = now() - interval '24 hours'",
  );
  expect(await missing()).toEqual(both('ok'));
  await panels.signal(panel, Date.now(), { contactId: '602' });
  expect(await missing()).toEqual(neither);
});

test('a permit that expires is more urgent at 7 days and on its day, and nothing once it is renewed', async () => {
  const panel = await watched();
  for (const [days, expected] of [
    [32, neither],
    [29, both('ok')],
    [6, both('poor')],
    [-1, both('problem')],
    [400, neither],
  ] as const) {
    await change(panel, { permitExpiresOn: inDays(days) });
    expect([days, await troubles(panel, 'permit-expiring')]).toEqual([days, expected]);
  }
});

test('a subscription that lapses is shown to both sides from 30 days before; without one events are logged and raise nothing', async () => {
  const panel = await watched();
  const lapsing = () => troubles(panel, 'monitoring-lapsed');
  const ends = (interval: string) => set('device', panel, `expiration_at = now() + interval '${interval}'`);
  await ends('31 days');
  expect(await lapsing()).toEqual(neither);
  await ends('29 days');
  expect(await lapsing()).toEqual(both('ok'));
  await ends('-1 second');
  expect(await lapsing()).toEqual(both('problem'));
  await panels.signal(panel, Date.now() - 2000, { code: 'CL', group: 1 });
  await panels.signal(panel, Date.now() - 1000, { code: 'BA', group: 1, zone: 1 });
  expect(await panels.incidents(panel)).toEqual([]);
  expect((await panels.log(panel)).map(({ code }: { code: string }) => code)).toContain('BA');
  await ends('1 year');
  expect(await lapsing()).toEqual(neither);
});

test('with its assignment the security company loses what is wrong with the panel', async () => {
  const panel = await watched();
  await change(panel, { permitExpiresOn: inDays(3) });
  expect(await troubles(panel, 'permit-expiring')).toEqual(both('poor'));
  await of(security)('POST', `/device-assign/${panel.assignment}/end`);
  expect(await troubles(panel, 'permit-expiring')).toEqual([['poor'], []]);
});

test('of a panel out of service nothing is due', async () => {
  const panel = await watched();
  await change(panel, { permitExpiresOn: inDays(3) });
  expect(await troubles(panel, 'permit-expiring')).toEqual(both('poor'));
  await panels.call('DELETE', `/panel/${panel.id}/deactivate?reason=Moving`);
  expect(await troubles(panel, 'permit-expiring')).toEqual(neither);
});
