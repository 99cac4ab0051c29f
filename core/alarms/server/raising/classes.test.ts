import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { deviceClass } from '../../common/device-classes.ts';
import { inBatch } from './alarm-changes.ts';
import { classOf, isTechnical } from './alarm-classes.ts';
import { clearAlarms } from './clear.ts';
import { raiseAlarms } from './raise.ts';

let app: Rasid;
let customer: TestPerson;
let deviceId: number;
beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  deviceId = (await customer.call('GET', '/sample/device?limit=1')).body.data[0].id;
  // The devices of this app have a class of their own.
  await app.kit.pool.query("UPDATE device SET app = 'rooms', solution_id = 911, hardware_id = 91101 WHERE id = $1", [
    deviceId,
  ]);
});
afterAll(() => app.close());

/** The manifests, and the files that they are composed of. */
const stating = [
  '{core,solutions}/*/app.ts',
  'core/alarms/common/device-classes.ts',
  'core/device-app/common/device-app.ts',
  'core/integrations/common/alarms.ts',
];

test('no class of alarms is named outside manifests', () => {
  const names = new Set(app.kit.apps.flatMap(({ alarmClasses = {} }) => Object.keys(alarmClasses)));
  const stated = new Set(stating.flatMap((pattern) => globSync(pattern)));
  const compared = new RegExp(`class\\w*['"]?\\s*(?:[:=!?]+|IN \\()\\s*\\(?['"](?:${[...names].join('|')})['"]`, 'i');
  const anywhere = new RegExp(`['"]${deviceClass.measured}(?:-alarm)?['"]`);
  const lines = globSync('{core,platform,solutions}/**/*.{ts,tsx}')
    .filter((path) => !/\.test\.tsx?$/.test(path) && !stated.has(path))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(lines.length).toBeGreaterThan(10_000);
  expect(lines.filter((line) => compared.test(line) || anywhere.test(line))).toEqual([]);
});

const raise = (kind: string) =>
  inSystem(app.kit.db, (tx) => raiseAlarms(inBatch(app.kit, tx), [{ deviceId, kind, severity: 'poor' }]));
const listed = async (which = '') =>
  (await customer.call('GET', `/rooms/api/watch-alarm${which}?deviceId=${deviceId}`)).body.data;

test('devices of an app may have alarms of a class with any name, which behaves as the manifest states', async () => {
  expect(classOf(app.kit, 'rooms', 'offline')).toBe('watch');
  expect([isTechnical(app.kit, 'rooms', 'offline'), isTechnical(app.kit, 'sample', 'leak')]).toEqual([true, false]);
  const [raised] = await raise('offline');
  expect(raised).toMatchObject({ app: 'rooms', class: 'watch' });
  expect(await listed()).toMatchObject([{ id: raised?.id, kind: 'offline', actions: ['acknowledge', 'comment'] }]);
  await inSystem(app.kit.db, (tx) => clearAlarms(inBatch(app.kit, tx), [{ deviceId, kind: 'offline' }]));
  expect(await listed()).toEqual([]);
  expect(await listed('/history')).toMatchObject([{ id: raised?.id, disposition: 'terminated', closedBySystem: true }]);
});

test('a kind of every device is not raised at devices of apps without its class', async () => {
  expect(classOf(app.kit, 'rooms', 'battery-low')).toBeUndefined();
  expect(await raise('battery-low')).toEqual([]);
});
