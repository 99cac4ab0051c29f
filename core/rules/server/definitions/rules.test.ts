import { beforeAll, describe, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { app, customer, other, viewer, withTank } from '#main/testing/test-tank.ts';
import { weekdays } from '#platform/common/time/week-schedule.ts';

withTank();

const simple = { type: 'simple' };
const above = (severity: string, value: number, trigger: object = simple) => ({
  severity,
  condition: { sensor: 'level', is: '>', value },
  trigger,
});
const draft = (changes: object = {}) => ({
  name: 'Too warm',
  kind: 'custom',
  names: { en: 'Warm tank', ar: 'خزان دافئ' },
  levels: [{ severity: 'poor', condition: { sensor: 'temperature', is: '>', value: 40 }, trigger: simple }],
  ...changes,
});
const create = (body: object, person = customer) => person.call('POST', '/sample/rule', { body });
const remove = (id: number) => customer.call('DELETE', `/sample/rule/${id}`);

type Listed = {
  id: number;
  kind: string;
  severity: string;
  condition: string;
  rule: { id: number; name: string } | null;
  limit: object | null;
  names: object | null;
};
const alarmsOf = async ({ id }: TestDevice, ruleId: number): Promise<Listed[]> =>
  ((await customer.call('GET', `/sample/alarm/operational?deviceId=${id}`)).body.data as Listed[]).filter(
    ({ rule }) => rule?.id === ruleId,
  );
const detailOf = async (id: number) => (await customer.call('GET', `/sample/alarm/operational/${id}`)).body.data;
const alarmWhen = async (device: TestDevice, ruleId: number, accepts: (alarm: Listed) => boolean): Promise<Listed> =>
  (
    await eventually(
      () => alarmsOf(device, ruleId),
      ([alarm]) => alarm !== undefined && accepts(alarm),
    )
  )[0] as Listed;

let device: TestDevice;
/** A rule of the device that no other test has. */
const ruleOf = async (changes: object): Promise<number> => {
  const reply = await create(draft({ deviceId: device.id, ...changes }));
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.data.id;
};
beforeAll(async () => {
  device = await testDevice(app, customer, 'solutionId=901&skip=3');
  return () => device.end();
});

describe('the calls for alarm rules', () => {
  test('a rule is created, listed, changed, shown in its history and deleted', async () => {
    const created = (await create(draft({ solutionId: 901 }))).body.data;
    expect(created).toMatchObject({
      name: 'Too warm',
      class: 'operational',
      enabled: true,
      clear: { forSeconds: 0 },
      structure: null,
      device: null,
      openAlarms: 0,
    });
    const listed = await customer.call('GET', '/sample/rule?search=too warm');
    expect(listed.body.data.map(({ id }: { id: number }) => id)).toEqual([created.id]);
    const changed = await customer.call('PATCH', `/sample/rule/${created.id}`, { body: { enabled: false } });
    expect(changed.body.data).toMatchObject({ enabled: false, levels: created.levels });
    const history = (await customer.call('GET', `/sample/rule/${created.id}/history`)).body.data;
    expect(history[0].changes).toEqual([{ field: 'enabled', before: true, after: false }]);
    expect((await remove(created.id)).status).toBe(204);
    expect((await customer.call('GET', `/sample/rule/${created.id}`)).status).toBe(404);
  });

  test.each([
    ['kind', { kind: 'unheard-of' }],
    ['kind', { kind: 'forced-door' }],
    ['names', { names: null }],
    ['names', { names: { en: '', ar: ' ' } }],
    ['solutionId', { solutionId: 9_999 }],
    ['deviceId', { deviceId: 999_999 }],
    ['structureId', { structureId: 999_999 }],
    ['levels', { levels: [above('poor', 1), above('poor', 2)] }],
    ['levels', { levels: [] }],
    ['levels.0.condition', { levels: [{ ...above('poor', 1), condition: { sensor: 'height', is: '>', value: 1 } }] }],
    ['levels.0.condition', { levels: [{ ...above('poor', 1), condition: { sensor: 'leak', is: '>', value: true } }] }],
    ['levels.0.condition', { levels: [{ ...above('poor', 1), condition: { sensor: 'level', is: '=', value: 'x' } }] }],
    ['clear.forSeconds', { clear: { forSeconds: 90_000 } }],
    ['scheduleId', { scheduleId: 999_999 }],
  ])('a rule is refused under its field %s', async (param, changes) => {
    const reply = await create(draft(changes));
    expect(reply.status).toBe(418);
    expect(reply.body.errors.map((error: { param: string }) => error.param)).toContain(param);
  });

  test('a condition that is deeper than three levels is refused', async () => {
    const leaf = { sensor: 'level', is: '>', value: 1 };
    const deep = (condition: object) => create(draft({ levels: [{ severity: 'ok', condition, trigger: simple }] }));
    const three = await deep({ all: [{ any: [leaf, leaf] }, leaf] });
    expect(three.status).toBe(201);
    await remove(three.body.data.id);
    expect((await deep({ all: [{ any: [{ all: [leaf] }] }] })).status).toBe(418);
  });

  test('a viewer can only read rules, and another company cannot see them', async () => {
    const id = await ruleOf({});
    expect((await create(draft(), viewer)).status).toBe(403);
    expect((await viewer.call('PATCH', `/sample/rule/${id}`, { body: { enabled: false } })).status).toBe(403);
    const rules = (await viewer.call('GET', '/sample/rule')).body.data as { kind: string }[];
    expect(rules.map(({ kind }) => kind)).toContain('level-high');
    expect((await other.call('GET', `/sample/rule/${id}`)).status).toBe(404);
    await remove(id);
  });

  test('the rules and the limits of a device are those that hold for it', async () => {
    const id = await ruleOf({ kind: 'level-high', names: null, levels: [above('ok', 4), above('problem', 5)] });
    const rules = (await customer.call('GET', `/sample/device/${device.id}/rule`)).body.data as {
      id: number;
      kind: string;
    }[];
    expect(rules.filter(({ kind }) => kind === 'level-high').map((rule) => rule.id)).toEqual([id]);
    const limits = (await customer.call('GET', `/sample/device/${device.id}/limit`)).body.data as { sensor: string }[];
    expect(limits.filter(({ sensor }) => sensor === 'level')).toEqual([
      { sensor: 'level', operator: '>', value: 4, severity: 'ok' },
      { sensor: 'level', operator: '>', value: 5, severity: 'problem' },
    ]);
    expect(limits).toContainEqual({ sensor: 'battery', operator: '<', value: 20, severity: 'poor' });
    await remove(id);
  });
});

test('a change of a custom rule triggers no recheck of other custom rules', async () => {
  const [changed, kept] = await Promise.all([ruleOf({}), ruleOf({})]);
  const client = await app.kit.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('DELETE FROM alarm_judgement');
    await client.query("UPDATE alarm_rule SET name = 'Changed' WHERE id = $1", [changed]);
    const { rows } = await client.query('SELECT rule_id FROM alarm_judgement');
    expect(rows).toEqual([{ rule_id: changed }]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  await Promise.all([changed, kept].map(remove));
});

test('a company has at most 500 rules of an app', async () => {
  await app.kit.pool.query(
    `INSERT INTO alarm_rule (company_id, app, class, kind, name, levels, enabled)
     SELECT company_id, 'sample', 'operational', 'custom', 'Many', '[]', false FROM device, generate_series(1, 500) WHERE device.id = $1`,
    [device.id],
  );
  const refused = await create(draft());
  await app.kit.pool.query("DELETE FROM alarm_rule WHERE name = 'Many'");
  expect([refused.status, refused.body.word]).toEqual([409, 'too-many-rules']);
});

test('a rule keeps its name in both languages until a person gives it another', async () => {
  const titles = { en: 'Tank is full', ar: 'الخزان ممتلئ' };
  const id = await ruleOf({ name: titles.en, titles, levels: [above('ok', 1)] });
  const found = await customer.call('GET', `/sample/rule?search=${encodeURIComponent('ممتلئ')}`);
  expect(found.body.data).toMatchObject([{ id, titles }]);
  await device.publish({ level: 1.5 });
  expect((await alarmWhen(device, id, () => true)).rule).toMatchObject({ titles });
  const change = (body: object) => customer.call('PATCH', `/sample/rule/${id}`, { body });
  expect((await change({ enabled: false })).body.data.titles).toEqual(titles);
  expect((await change({ name: 'Roof tank' })).body.data).toMatchObject({ name: 'Roof tank', titles: null });
  await remove(id);
});

describe('an alarm of a rule', () => {
  test('climbs from severity to severity, falls without a notification, and says its limit and message', async () => {
    await device.publish({ level: 0.5 }); // a new rule is checked with the newest value
    const id = await ruleOf({
      levels: [above('ok', 1), above('poor', 2), above('problem', 3)],
      message: { en: '{device} in {place}: {value}, limit {limit}', ar: '' },
    });
    const { id: user } = (await customer.call('GET', '/session')).body.data.user;
    const group = await customer.call('POST', '/sample/notifications-group', {
      body: { name: 'Climbs', users: [user], resources: ['*'], notifications: { operational: { email: ['custom'] } } },
    });
    const climbed: string[] = [];
    for (const level of [1.5, 2.5, 3.5]) {
      await device.publish({ level });
      climbed.push((await alarmWhen(device, id, () => true)).severity);
    }
    expect(climbed).toEqual(['ok', 'poor', 'problem']);
    const alarm = await detailOf((await alarmsOf(device, id))[0]?.id as number);
    expect(alarm).toMatchObject({
      names: { en: 'Warm tank' },
      kind: `custom-${id}`,
      rule: { id, name: 'Too warm' },
      sensor: 'level',
      value: 3.5,
      limit: { sensor: 'level', operator: '>', value: 3 },
      message: `${alarm.subject.name} in ${alarm.structure.name}: 3.5 m, limit > 3 m`,
    });
    await device.publish({ level: 1.5 });
    expect(await alarmsOf(device, id)).toMatchObject([{ severity: 'ok', condition: 'active' }]);
    await device.publish({ level: 0.5 });
    const notified = await customer.call('GET', `/sample/alarm/operational/${alarm.id}/notification`);
    expect(notified.body.data.map(({ cause }: { cause: string }) => cause)).toEqual([
      'raised',
      'severity-raised',
      'severity-raised',
    ]);
    await customer.call('DELETE', `/sample/notifications-group/${group.body.data.id}`);
    const { events } = await detailOf(alarm.id);
    expect(
      events.map(({ action, data }: { action: string; data: { severity?: string } }) => [action, data.severity]),
    ).toEqual([
      ['raised', 'ok'],
      ['severity-raised', 'poor'],
      ['severity-raised', 'problem'],
      ['severity-lowered', 'ok'],
      ['cleared', undefined],
    ]);
    await remove(id);
  });

  test('keeps the last value beyond its limit, and says which value cleared it', async () => {
    const condition = { sensor: 'level', is: '>', value: 3, clearBand: 0.5 };
    const id = await ruleOf({ levels: [{ severity: 'poor', condition, trigger: simple }] });
    await device.publish({ level: 3.4 });
    const alarm = await alarmWhen(device, id, ({ condition: state }) => state === 'active');
    await device.publish({ level: 2.8 });
    expect(await detailOf(alarm.id)).toMatchObject({ value: 3.4, condition: 'active' });
    await device.publish({ level: 2.4 });
    await alarmWhen(device, id, ({ condition: state }) => state === 'cleared');
    const { value, events } = await detailOf(alarm.id);
    expect(value).toBe(3.4);
    expect(events.at(-1)).toMatchObject({ action: 'cleared', data: { sensor: 'level', value: 2.4 } });
    await remove(id);
  });

  test('of a custom kind is found by that kind', async () => {
    const id = await ruleOf({ levels: [above('ok', 1)] });
    await device.publish({ level: 1.5 });
    await alarmWhen(device, id, () => true);
    const found = (await customer.call('GET', `/sample/alarm/operational?kind=custom&deviceId=${device.id}`)).body
      .data as Listed[];
    expect(found.some(({ rule }) => rule?.id === id)).toBe(true);
    await remove(id);
  });

  test('is raised by the newest value when the rule is created, and cleared when it is switched off or deleted', async () => {
    await device.publish({ level: 7 });
    const id = await ruleOf({ levels: [above('poor', 6)] });
    const alarm = await alarmWhen(device, id, ({ condition }) => condition === 'active');
    await customer.call('PATCH', `/sample/rule/${id}`, { body: { enabled: false } });
    await alarmWhen(device, id, ({ condition }) => condition === 'cleared');
    expect((await detailOf(alarm.id)).events.at(-1)).toMatchObject({ action: 'cleared', data: { reason: 'rule-off' } });
    await customer.call('PATCH', `/sample/rule/${id}`, { body: { enabled: true } });
    await alarmWhen(device, id, ({ condition }) => condition === 'active');
    await remove(id);
    await eventually(
      () => detailOf(alarm.id),
      ({ condition }) => condition === 'cleared',
    );
    await device.publish({ level: 1 });
  });

  test('is cleared by a changed limit within half a minute', async () => {
    await device.publish({ level: 7 });
    const id = await ruleOf({ levels: [above('poor', 6)] });
    await alarmWhen(device, id, ({ condition }) => condition === 'active');
    await customer.call('PATCH', `/sample/rule/${id}`, { body: { levels: [above('poor', 8)] } });
    await alarmWhen(device, id, ({ condition }) => condition === 'cleared');
    await remove(id);
  });

  test('is cleared when no hit has come for the quiet time of the rule', async () => {
    const id = await ruleOf({ levels: [above('poor', 6)], clear: { forSeconds: 0, afterQuietSeconds: 60 } });
    await device.publish({ level: 7 });
    await alarmWhen(device, id, ({ condition }) => condition === 'active');
    await app.kit.pool.query("UPDATE alarm SET last_at = now() - interval '61 seconds' WHERE rule_id = $1", [id]);
    await eventually(
      () => alarmsOf(device, id),
      ([alarm]) => alarm?.condition === 'cleared',
      60_000,
    );
    await remove(id);
  });

  test('falls after the time of the rule without a message', async () => {
    const id = await ruleOf({ levels: [above('poor', 6)], clear: { forSeconds: 3600 } });
    await device.publish({ level: 7 });
    await alarmWhen(device, id, ({ condition }) => condition === 'active');
    await device.publish({ level: 1 });
    expect(await alarmsOf(device, id)).toMatchObject([{ condition: 'active' }]);
    await app.kit.pool.query('UPDATE alarm_timer SET due_at = now() WHERE rule_id = $1', [id]);
    await alarmWhen(device, id, ({ condition }) => condition === 'cleared');
    await remove(id);
  });
});

describe('the hours of a rule', () => {
  /** Open in the minutes from `from` to `to`, counted from now, in a time zone where it is about noon: hours end at midnight. */
  const minutes = (from: number, to: number) => {
    const ahead = 12 - new Date().getUTCHours();
    const clock = (minute: number) => new Date(Date.now() + (ahead * 60 + minute) * 60_000).toISOString().slice(11, 16);
    return {
      // The signs of these zones are those of POSIX: positive west of Greenwich.
      timeZone: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`,
      week: weekdays.map((name) => ({ name, periods: [{ start: clock(from), end: clock(to) }] })),
      seasons: [],
      holidays: [],
    };
  };
  const edgeNow = (id: number) => app.kit.pool.query('INSERT INTO alarm_judgement (rule_id) VALUES ($1)', [id]);

  test('raise by the newest value when they begin, and clear when they end, without a message', async () => {
    await device.publish({ level: 7 });
    const created = await customer.call('POST', '/schedule', { body: { name: 'Edge', ...minutes(60, 120) } });
    const schedule = `/schedule/${created.body.data.id}`;
    const id = await ruleOf({
      levels: [above('poor', 6, { type: 'duration', seconds: 1 })],
      scheduleId: created.body.data.id,
    });
    await eventually(
      async () =>
        (await app.kit.pool.query('SELECT due_at > now() AS later FROM alarm_judgement WHERE rule_id = $1', [id])).rows,
      (rows) => rows.length === 1 && rows[0].later === true,
    );
    expect(await alarmsOf(device, id)).toEqual([]);
    await customer.call('PATCH', schedule, { body: minutes(-60, 60) });
    await alarmWhen(device, id, ({ condition }) => condition === 'active');
    await customer.call('PATCH', schedule, { body: minutes(60, 120) });
    const cleared = await alarmWhen(device, id, ({ condition }) => condition === 'cleared');
    expect((await detailOf(cleared.id)).events.at(-1)).toMatchObject({ data: { reason: 'outside-schedule' } });
    await edgeNow(id);
    await remove(id);
    await customer.call('DELETE', schedule);
  });
});

describe('the test of a rule', () => {
  const replay = (body: object, person = customer) => person.call('POST', '/sample/rule/test', { body });
  const hour = 3_600_000;
  const start = Math.floor(Date.now() / hour) * hour - 24 * hour;
  const period = { from: new Date(start).toISOString(), to: new Date(start + hour).toISOString() };

  test('answers the alarms that it would have raised, with their severity, and the coverage of the period', async () => {
    const [tank] = (await customer.call('GET', '/sample/device?solutionId=901&skip=5&limit=1')).body.data;
    await app.kit.pool.query('DELETE FROM reading WHERE device_id = $1', [tank.id]);
    const values = [1, 1, 7, 7, 9, 7, 1, 1, 7, 1];
    await app.kit.pool.query(
      `INSERT INTO reading (device_id, sensor_id, time, value) SELECT $1, 9001, $2::timestamptz + (n - 1) * interval '1 minute', v FROM unnest($3::float8[]) WITH ORDINALITY AS u (v, n)`,
      [tank.id, period.from, values],
    );
    const rule = { deviceId: tank.id, ...period, levels: [above('poor', 6), above('problem', 8)] };
    const at = (minute: number) => new Date(start + minute * 60_000).toISOString();
    expect((await replay(rule)).body.data).toEqual({
      alarms: [
        { from: at(2), to: at(6), severity: 'problem' },
        { from: at(8), to: at(9), severity: 'poor' },
      ],
      count: 2,
      // Ten minutes of values, and three until the last is stale.
      coverage: 0.2,
    });
    const lasting = { ...rule, levels: [above('poor', 6, { type: 'duration', seconds: 150 })] };
    expect((await replay(lasting)).body.data.alarms).toEqual([{ from: at(4.5), to: at(6), severity: 'poor' }]);
    const silent = {
      ...rule,
      levels: [{ severity: 'ok', condition: { noDataFrom: null, seconds: 600 }, trigger: simple }],
    };
    expect((await replay(silent)).body.data.alarms).toEqual([{ from: at(19), to: at(60), severity: 'ok' }]);
    expect((await replay(rule, viewer)).status).toBe(403);
    expect((await replay(rule, other)).status).toBe(404);
  });

  test('lists the newest thousand alarms and counts all of them', async () => {
    const [tank] = (await customer.call('GET', '/sample/device?solutionId=901&skip=5&limit=1')).body.data;
    await app.kit.pool.query('DELETE FROM reading WHERE device_id = $1', [tank.id]);
    await app.kit.pool.query(
      `INSERT INTO reading (device_id, sensor_id, time, value) SELECT $1, 9001, $2::timestamptz + n * interval '1 second', n % 2 FROM generate_series(0, 3599) n`,
      [tank.id, period.from],
    );
    const rule = { deviceId: tank.id, ...period };
    const found = (await replay({ ...rule, levels: [above('poor', 0.5)] })).body.data;
    expect([found.count, found.alarms.length]).toEqual([1800, 1000]);
    expect(Date.parse(found.alarms[0].from)).toBeGreaterThan(start + hour / 3);
  });

  test('is refused without readings, and for more than 31 days', async () => {
    const rule = { deviceId: device.id, levels: [above('poor', 6)] };
    const longAgo = { from: '2020-01-01T00:00:00Z', to: '2020-01-08T00:00:00Z' };
    const refused = await replay({ ...rule, ...longAgo });
    expect([refused.status, refused.body.word]).toEqual([422, 'no-history']);
    expect((await replay({ ...rule, ...longAgo, to: '2020-02-08T00:00:00Z' })).status).toBe(418);
  });
});
