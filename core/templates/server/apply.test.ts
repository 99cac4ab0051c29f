import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid } from '#main/testing.ts';
import { runApplication } from './apply.ts';

let app: Rasid;

// Without timers, which would send statements of their own.
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test.each([500, 5000])(
  'giving a template to %i devices takes at most 30 statements and 5 for each 500',
  async (number) => {
    const customer = await app.signIn('customer@rasid.test');
    const made = await customer.call('POST', '/sample/template', {
      body: {
        name: `For ${number}`,
        hardwareId: 90101,
        intervalSeconds: 300,
        settings: { gain: 40 },
        thresholds: [{ sensor: 'temperature', high: { poor: 40 } }],
      },
    });
    const { rows } = await app.kit.pool.query<{ id: number }>(
      `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
     SELECT company_id, 'sample', 901, 90101, 'Many', 'MANY-' || $1 || '-' || n, 'inventory' FROM generate_series(1, $1::integer) n, template WHERE id = $2 RETURNING id`,
      [number, made.body.data.id],
    );
    const path = `/sample/template/${made.body.data.id}`;
    const deviceIds = rows.map(({ id }) => id);
    const application = (await customer.call('POST', `${path}/apply`, { body: { deviceIds } })).body.data.id;
    const begin = performance.now();
    const statements = await countStatements(app, () => runApplication(app.kit, application));
    expect(performance.now() - begin).toBeLessThan(20_000);
    expect(statements).toBeLessThanOrEqual(30 + (5 * number) / 500);
    expect((await customer.call('GET', `${path}/application`)).body.data[0].counts).toEqual({ waiting: number });
  },
);
