import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rulesChecked } from '#main/testing/test-alarms.ts';
import { eventually, testDevice } from '#main/testing/test-device.ts';
import { lockWaits } from '#main/testing/test-locks.ts';
import { app, customer, tank, withTank } from '#main/testing/test-tank.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { emptyOutcome } from './rule-outcome.ts';
import { writeOutcome } from './write-outcome.ts';

withTank();

const timersOf = async (deviceId: number): Promise<{ ruleId: number }[]> =>
  (await app.kit.pool.query('SELECT rule_id AS "ruleId" FROM alarm_timer WHERE device_id = $1', [deviceId])).rows;

test('a timer that was started just before its device is uninstalled ends with the others', async () => {
  const riser = await testDevice(app, customer, 'solutionId=903');
  await riser.publish({ flow: 90 });
  const [timer] = await timersOf(riser.id);
  await riser.publish({ flow: 1 });
  const [began, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const started = inSystem(app.kit.db, async (tx) => {
    const again = { deviceId: riser.id, ruleId: timer?.ruleId ?? 0, level: 0, since: Date.now(), seconds: 600 };
    await writeOutcome(app.kit, tx, { ...emptyOutcome(), started: [again] });
    began.resolve();
    await committed.promise;
  });
  await began.promise;
  const uninstalled = customer.call('PUT', `/sample/device/${riser.id}/remove`, { body: { to: 'inventory' } });
  await lockWaits(app, 1);
  committed.resolve();
  await started;
  expect((await uninstalled).status).toBe(200);
  expect(await timersOf(riser.id)).toEqual([]);
  await riser.end();
});

test('a rule can be deleted while work on it is due, and that of others goes on meanwhile', async () => {
  await tank.publish({ level: 1.8 });
  await app.kit.pool.query(
    `INSERT INTO alarm_rule (company_id, app, class, kind, name, device_id, levels)
     SELECT company_id, app, 'operational', 'deleted', 'Deleted', id, $2 FROM device WHERE id = $1`,
    [
      tank.id,
      JSON.stringify([
        {
          severity: 'poor',
          condition: { sensor: 'level', is: '>', value: 1.5 },
          trigger: { type: 'duration', seconds: 600 },
        },
      ]),
    ],
  );
  app.kit.signals.send('rules.changed', {});
  await rulesChecked(app);
  const [timer] = await timersOf(tank.id);
  const id = timer?.ruleId;
  await app.kit.pool.query("INSERT INTO alarm_judgement (rule_id, due_at) VALUES ($1, now() + interval '1 hour')", [
    id,
  ]);
  await inSystem(app.kit.db, async (tx) => {
    await sql`SELECT FROM alarm_rule WHERE id = ${id} FOR UPDATE`.execute(tx);
    for (const table of ['alarm_timer', 'alarm_judgement'])
      await app.kit.pool.query(`UPDATE ${table} SET due_at = now() WHERE rule_id = $1`, [id]);
    // Workers have passed by what is locked when they have done what became due after it.
    for (const kind of ['first', 'second']) {
      await app.kit.pool.query('INSERT INTO alarm_judgement (device_id, kind) VALUES ($1, $2)', [tank.id, kind]);
      const left = async () =>
        (await app.kit.pool.query('SELECT FROM alarm_judgement WHERE device_id = $1', [tank.id])).rowCount;
      await eventually(left, (count) => count === 0);
    }
    await sql`DELETE FROM alarm_rule WHERE id = ${id}`.execute(tx);
  });
  expect(await timersOf(tank.id)).toEqual([]);
});
