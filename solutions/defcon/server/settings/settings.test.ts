import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grantApp } from '#core/accounts/server/api.ts';
import { type TestPanel, TestPanels } from '#main/testing/panels/test-panels.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

let panels: TestPanels;
beforeAll(async () => {
  panels = await TestPanels.begin();
});
afterAll(() => panels.app.close());
beforeEach(() => panels.app.kit.pool.query("DELETE FROM app_setting WHERE app = 'defcon'"));

const second = 1000;
const minute = 60 * second;
const ago = (ms: number) => Date.now() - ms;
const read = async (person = panels.customer) => (await person.call('GET', '/defcon/intrusion-setting')).body.data;
const put = (body: object, person = panels.customer) => person.call('PUT', '/defcon/intrusion-setting', { body });
const change = async (part: object) => {
  const { status, body } = await put({ ...(await read()), ...part });
  expect([status, body]).toMatchObject([200, { data: part }]);
};
const armed = (panel: TestPanel, at: number) => panels.signal(panel, at, { code: 'CL', group: 1 });
const hit = (panel: TestPanel, at: number, zone = 1, code = 'BA') => panels.signal(panel, at, { code, zone, group: 1 });
const confirmed = async ({ id }: TestPanel) =>
  (await panels.app.kit.pool.query('SELECT confirmed FROM defcon_incident WHERE panel_id = $1', [id])).rows;

describe('the rules and times of a company', () => {
  test('are those of its kind, as usual until an administrator sets them', async () => {
    const { rows } = await panels.app.kit.pool.query(
      "UPDATE company SET type = 'Security Company' WHERE id = (SELECT company_id FROM users WHERE email = 'other@rasid.test') RETURNING id",
    );
    await inSystem(panels.app.kit.db, (tx) => grantApp(tx, 'defcon', [rows[0].id]));
    const guard = await panels.app.signIn('other@rasid.test');
    const viewer = await panels.app.signIn('viewer@rasid.test');
    expect(await read()).toEqual({
      ...{ kind: 'customer', version: 0, confirmMinutes: 60, holdupConfirmHours: 12, swingerHits: 3, cancelMinutes: 5 },
      ...{ notifyArming: false, notifyLateToArm: true, remoteDisarm: true, panicHold: true },
    });
    expect(await read(guard)).toMatchObject({ kind: 'security', ackSeconds: [30, 60, 120, 1800] });
    const hq = await panels.app.signIn('hq@rasid.test');
    expect(await read(hq)).toMatchObject({ kind: 'headquarters', dossierDays: 90, feeBands: [] });
    expect((await put(await read(), viewer)).status).toBe(403);
    await change({ swingerHits: 2 });
    expect(await read()).toMatchObject({ swingerHits: 2, cancelMinutes: 5, version: 1 });
    expect(await read(guard)).toMatchObject({ swingerHits: 3 });
    const station = await panels.app.signIn('station@rasid.test');
    expect((await station.call('GET', '/defcon/intrusion-setting')).status).toBe(403);
  });

  test('are replaced whole, without those of other kinds, and not over a change of somebody else', async () => {
    const stored = await read();
    const refused = async (body: object) => {
      const { status, body: answer } = await put(body);
      return [status, answer.errors ?? answer.word];
    };
    const { panicHold: _, ...short } = stored;
    expect(await refused(short)).toEqual([418, [{ param: 'panicHold', msg: 'Required' }]]);
    expect(await refused({ ...stored, dossierDays: 90 })).toEqual([
      418,
      [{ param: 'dossierDays', msg: 'unknownField' }],
    ]);
    expect(await refused({ ...stored, swingerHits: 7 })).toEqual([418, [{ param: 'swingerHits', msg: 'outOfRange' }]]);
    const hq = await panels.app.signIn('hq@rasid.test');
    expect(await refused(await read(hq))).toEqual([418, [{ param: 'kind', msg: 'invalid' }]]);
    const bands = [
      { from: 5, feeAed: 100 },
      { from: 5, feeAed: 200 },
    ];
    const wrong = await put({ ...(await read(hq)), feeBands: bands }, hq);
    expect(wrong.body.errors).toEqual([{ param: 'feeBands', msg: 'bandOrder' }]);
    await change({ cancelMinutes: 1 });
    expect(await refused(stored)).toEqual([409, 'changed-meanwhile']);
  });

  test('say how many hits of a zone ring, and how long disarming cancels', async () => {
    await change({ swingerHits: 1, cancelMinutes: 1 });
    const panel = await panels.add();
    const start = ago(10 * minute);
    await armed(panel, start);
    await hit(panel, start + minute);
    await hit(panel, start + minute + second);
    expect(await panels.incidents(panel)).toMatchObject([{ kind: 'intrusion', count: 1 }]);
    await panels.signal(panel, start + 2 * minute + second, { code: 'OP', group: 1 });
    expect(await panels.incidents(panel)).toMatchObject([{ severity: 'problem' }]);
  });

  test('say within which time a second zone confirms', async () => {
    await change({ confirmMinutes: 30, holdupConfirmHours: 8 });
    const [within, later] = [await panels.add(), await panels.add()];
    const start = ago(9 * 60 * minute);
    await hit(within, start);
    await hit(within, start + 30 * minute, 2);
    await hit(later, start);
    await hit(later, start + 31 * minute, 2);
    expect([await confirmed(within), await confirmed(later)]).toEqual([
      [{ confirmed: 'sequential' }],
      [{ confirmed: 'none' }],
    ]);
    const [early, late] = [await panels.add(), await panels.add()];
    await hit(early, start, 1, 'HA');
    await hit(early, start + 8 * 60 * minute, 2, 'HA');
    await hit(late, start, 1, 'HA');
    await hit(late, start + 8 * 60 * minute + second, 2, 'HA');
    expect([await confirmed(early), await confirmed(late)]).toEqual([
      [{ confirmed: 'sequential' }],
      [{ confirmed: 'none' }],
    ]);
  });
});
