import { afterAll, beforeAll, expect, test } from 'vitest';
import { PanelClock } from '#main/testing/panels/panel-clock.ts';
import { type TestPanel, TestPanels } from '#main/testing/panels/test-panels.ts';
import { siaPortOf } from '../dc09/index.ts';
import { frameOf, type PanelLine, panelLine, type Sent } from '../dc09/panel.fixture.ts';
import { dueTroubles } from '../dc09/troubles.ts';
import { dueSupervision } from './supervise.ts';

let panels: TestPanels;
let clock: PanelClock;
let line: PanelLine;
beforeAll(async () => {
  panels = await TestPanels.begin();
  clock = new PanelClock(panels.app, [dueSupervision, dueTroubles]);
  line = await panelLine(siaPortOf(panels.app.kit) ?? 0);
});
afterAll(async () => {
  await line.end();
  await panels.app.close();
});

let added = 0;
/** A panel in service that reports over SIA DC-09. */
async function siaPanel(account: object = {}): Promise<TestPanel & { account: string }> {
  const panel = await panels.add();
  const name = `5A${++added}`;
  await panels.done('PUT', `/panel/${panel.id}/sia`, { account: name, ...account });
  await look();
  return { ...panel, account: `#${name}` };
}
/** The panel reports that it lives, on a line. */
async function lives({ account }: { account: string }, on: string): Promise<void> {
  line.send(frameOf({ token: 'NULL', sequence: '0000', line: on, account, data: '' }));
  expect(await line.reply()).toBe(`"ACK"0000${on}${account}[]`);
  await look();
}

const look = () => clock.look();
const pass = (seconds: number) => clock.pass(seconds);

const troubles = async (panel: TestPanel) =>
  (await panels.troubles(panel)).map(
    ({ kind, subject, severity }: { kind: string; severity: string; subject: { name: string } | null }) =>
      `${kind} ${severity}${subject ? ` ${subject.name.split(' · ')[1] ?? ''}` : ''}`.trim(),
  );

test('a panel that sends nothing for 1.2 of its time is offline by one alarm, and back with the next message of any kind', async () => {
  const [idle, armed] = [await siaPanel(), await siaPanel()];
  line.send(frameOf({ account: armed.account, data: `${armed.account}|Nri1/CL1` }));
  await line.reply();
  await lives(idle, 'L0');
  await pass(215);
  expect([await troubles(idle), await troubles(armed)]).toEqual([[], []]);
  await lives(armed, 'L0');
  await pass(8);
  expect([await troubles(idle), await troubles(armed)]).toEqual([['panel-offline poor'], []]);
  expect(await panels.panel(idle)).toMatchObject({ connection: 'offline', troubles: ['offline'] });
  await pass(216);
  expect(await troubles(armed)).toEqual(['panel-offline problem']);
  line.send(frameOf({ account: idle.account, data: `${idle.account}|Nri1/RP00` }));
  await line.reply();
  await look();
  expect(await troubles(idle)).toEqual([]);
  expect((await panels.log(idle, 'system')).map(({ code }: { code: string }) => code)).toEqual([
    'path-lost',
    'path-restored',
  ]);
});

const dual = {
  category: 'DP3',
  paths: [
    { line: '1', name: 'Cable', role: 'primary', supervision: 180, supervisionWhenAlone: null },
    { line: '2', name: 'SIM', role: 'alternative', supervision: 90_000, supervisionWhenAlone: 180 },
  ],
};
const pathsOf = async ({ id }: TestPanel) =>
  (await panels.done('GET', `/panel/${id}/path`)).paths.map(
    ({ name, state }: { name: string; state: string }) => `${name} ${state}`,
  );

test('DP3: a lost cable is one alarm that nobody is called for, the SIM as well is another, and the cable back ends both', async () => {
  const panel = await siaPanel();
  await panels.done('PUT', `/panel/${panel.id}/path`, dual);
  await look();
  await lives(panel, 'L1');
  await lives(panel, 'L2');
  await clock.restartAfter(7200);
  expect(await troubles(panel)).toEqual([]);
  // The cable is pulled out. It is lost after 180 s and a fifth of that.
  await lives(panel, 'L1');
  await pass(214);
  expect(await troubles(panel)).toEqual([]);
  await pass(6);
  expect(await troubles(panel)).toEqual(['path-lost ok Cable']);
  expect(await panels.panel(panel)).toMatchObject({ connection: 'online', troubles: ['path'] });
  expect((await panels.troubles(panel)).map(({ rank }: { rank: number }) => rank)).toEqual([4]);
  // A restart begins each interval again, and raises nothing.
  await clock.restartAfter(3600);
  expect(await troubles(panel)).toEqual(['path-lost ok Cable']);
  await lives(panel, 'L2');
  // The SIM as well: alone it must report as often as the cable did.
  await pass(214);
  expect(await troubles(panel)).toEqual(['path-lost ok Cable']);
  await pass(6);
  expect((await troubles(panel)).sort()).toEqual(['panel-offline poor', 'path-lost ok Cable']);
  expect(await panels.panel(panel)).toMatchObject({ connection: 'offline', troubles: ['offline'] });
  await clock.restartAfter(3600);
  expect((await troubles(panel)).sort()).toEqual(['panel-offline poor', 'path-lost ok Cable']);
  // With the cable the SIM may be silent for a day again, of which it has not used much.
  await lives(panel, 'L1');
  expect(await troubles(panel)).toEqual([]);
  expect(await pathsOf(panel)).toEqual(['Cable alive', 'SIM alive']);
});

test('a line that nobody has entered counts for the primary path, and a path that is removed ends its alarm', async () => {
  const panel = await siaPanel();
  await panels.done('PUT', `/panel/${panel.id}/path`, dual);
  await look();
  await lives(panel, 'L2');
  await pass(230);
  expect(await troubles(panel)).toEqual(['path-lost ok Cable']);
  await panels.done('PUT', `/panel/${panel.id}/path`, {
    category: null,
    paths: [{ ...dual.paths[0], line: '2', name: 'SIM' }],
  });
  await look();
  expect([await troubles(panel), await pathsOf(panel)]).toEqual([[], ['SIM alive']]);
  await pass(200);
  await lives(panel, 'L7');
  await pass(200);
  expect(await troubles(panel)).toEqual([]);
});

test('paths are refused without one primary, with a line twice, or with a time that is too short', async () => {
  const panel = await panels.link();
  const [cable, sim] = dual.paths;
  const set = async (paths: object[]) =>
    (await panels.call('PUT', `/panel/${panel.id}/path`, { category: null, paths })).body.errors?.[0]?.msg;
  expect(await set([cable as object, { ...cable, line: '3' }])).toBe('onePrimary');
  expect(await set([cable as object, { ...sim, line: '1' }])).toBe('lineTwice');
  expect(await set([{ ...cable, supervision: 9 }])).toBe('outOfRange');
  const viewer = await panels.app.signIn('viewer@rasid.test');
  expect((await viewer.call('PUT', `/defcon/panel/${panel.id}/path`, { body: dual })).status).toBe(403);
});

test('a panel out of service has no alarm about its paths, and one that goes into service gets it', async () => {
  const panel = await siaPanel();
  await panels.done('DELETE', `/panel/${panel.id}/deactivate?reason=Moving`);
  await lives(panel, 'L0');
  await pass(230);
  expect(await troubles(panel)).toEqual([]);
  await panels.done('POST', `/panel/${panel.id}/activate`, { skipTest: true, reason: 'Back' });
  await look();
  expect(await troubles(panel)).toEqual(['panel-offline poor']);
});

test('messages that are not what they should be raise an alarm, which ends after a quiet day', async () => {
  const panel = await siaPanel({ encryption: 'required', keyForm: 'text', key: 'A'.repeat(16) });
  const ignored = async (sent: Sent) => {
    line.send(frameOf({ account: panel.account, ...sent }));
    // What has no answer is followed by what has one.
    const key = Buffer.from('A'.repeat(16));
    line.send(frameOf({ token: 'NULL', sequence: '0000', account: panel.account, data: '', key, time: Date.now() }));
    expect(await line.reply()).toMatch(/^"\*ACK"/);
  };
  const plain = { data: `${panel.account}|Nri1/OP1` };
  await ignored(plain);
  await ignored(plain);
  await ignored({ ...plain, key: Buffer.from('B'.repeat(16)), time: Date.now() });
  expect((await troubles(panel)).sort()).toEqual(['unencrypted poor', 'wrong-key poor']);
  const { troubles: found } = await panels.done('GET', `/panel/${panel.id}/sia`);
  expect(found).toMatchObject([
    { kind: 'unencrypted', count: 2 },
    { kind: 'wrong-key', count: 1, address: expect.stringContaining('127.0.0.1') },
  ]);
  expect((await panels.panel(panel)).troubles).toEqual(['unencrypted', 'wrong-key']);
  const [hour, open] = [3600, ['unencrypted poor', 'wrong-key poor']];
  const ofMessages = async () => (await troubles(panel)).filter((one: string) => open.includes(one)).sort();
  await pass(23 * hour);
  await ignored(plain);
  expect(await ofMessages()).toEqual(open);
  await pass(2 * hour);
  expect(await ofMessages()).toEqual(['unencrypted poor']);
});
