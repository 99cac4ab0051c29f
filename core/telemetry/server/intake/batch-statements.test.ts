import { afterAll, beforeAll, expect, test } from 'vitest';
import { rulesChecked } from '#main/testing/test-alarms.ts';
import { countStatements, type Rasid, rasid } from '#main/testing.ts';
import { directoryOf } from '../known-devices.ts';
import type { MeasuredPoints } from '../measured-points.ts';
import { onBatch, writerOf } from '../process-state.ts';

let app: Rasid;
let devices: number[];
beforeAll(async () => {
  app = await rasid({ start: true });
  const { rows } = await app.kit.pool.query<{ id: number }>(
    "SELECT id FROM device WHERE app = 'sample' AND state = 'installed' AND has_token ORDER BY id LIMIT 20",
  );
  devices = rows.map(({ id }) => id);
});
afterAll(() => app.close());

const sensor = 9001;
let time = Date.now() - 600_000;

/** The statements for a batch with a message of each device. */
function statementsFor(ids: readonly number[]): Promise<number> {
  time += 1000;
  const messages = ids.map((d): MeasuredPoints => ({ d, r: Date.now(), t: [time], s: [sensor], v: [1] }));
  return countStatements(app, async () => expect(await writerOf(app.kit).write(messages)).toEqual(new Map()));
}

/** Every five seconds a batch also writes when its devices were last seen, so that one of three does not. */
async function usualStatementsFor(ids: readonly number[]): Promise<number> {
  const counts: number[] = [];
  for (let n = 0; n < 3; n++) counts.push(await statementsFor(ids));
  return Math.min(...counts);
}

test('a batch takes five statements, whether it has a message of one device or of many', async () => {
  expect(devices.length).toBeGreaterThan(2);
  // The first batches of devices read what is cached afterwards.
  await usualStatementsFor(devices);
  expect(await usualStatementsFor(devices.slice(0, 1))).toBe(5);
  expect(await usualStatementsFor(devices)).toBe(5);
});

test('a rule about the steps of a sensor takes no statement more once the state of its devices is read', async () => {
  const condition = { step: 'level', by: -1000, onlyWhile: { sensor: 'leak', is: false } };
  await app.kit.pool.query(
    `INSERT INTO alarm_rule (company_id, app, class, kind, name, levels)
     SELECT DISTINCT company_id, 'sample', 'operational', 'step', 'Step', $2::jsonb FROM device WHERE id = ANY ($1::integer[])`,
    [devices, JSON.stringify([{ severity: 'poor', condition, trigger: { type: 'simple' } }])],
  );
  await rulesChecked(app);
  await usualStatementsFor(devices);
  expect(await usualStatementsFor(devices)).toBe(5);
});

test('a device that changes while its messages are being stored is known to what listens to them', async () => {
  const [d = 0] = devices;
  const known: (number | undefined)[] = [];
  const listen = async (_: unknown, { messages, device }: Parameters<Parameters<typeof onBatch>[1]>[1]) => {
    if (messages.every((message) => message.d !== d)) return () => undefined;
    app.kit.signals.send('device.changed', { id: d });
    await expect.poll(() => directoryOf(app.kit).peek(d)).toBeUndefined();
    known.push(device(d)?.id);
    return () => undefined;
  };
  onBatch(app.kit, listen, () => undefined, { forget: () => undefined });
  time += 1000;
  await writerOf(app.kit).write([{ d, r: Date.now(), t: [time], s: [sensor], v: [1] }]);
  expect(known).toEqual([d]);
});
