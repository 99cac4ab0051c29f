import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fields, hiddenSite, reportTest, section, threeAlarms } from '#main/testing/reports/report-test.ts';
import type { TestPerson } from '#main/testing.ts';

let t: Awaited<ReturnType<typeof reportTest>>;
beforeAll(async () => {
  t = await reportTest();
});
afterAll(() => t.app.close());
beforeEach(() => t.clear());

const withoutApp = ({ app: _app, ...rest }: ReturnType<typeof fields>) => rest;

describe('a report', () => {
  test('is changed by its owner and by administrators, and only as it was last read', async () => {
    const made = await t.create({}, t.operator);
    const replace = (by: TestPerson, version: number, name: string) =>
      by.call('PUT', `${t.path}/${made.id}`, { body: { ...withoutApp(fields({ name })), version } });
    expect((await replace(t.operator, 1, 'By its owner')).body.data).toMatchObject({
      name: 'By its owner',
      version: 2,
    });
    const late = await replace(t.customer, 1, 'Late');
    expect([late.status, late.body.word]).toEqual([409, 'report-changed']);
    expect((await replace(t.customer, 2, 'By an administrator')).status).toBe(200);
    const ofAdmin = await t.create();
    const refused = await t.operator.call('PUT', `${t.path}/${ofAdmin.id}`, {
      body: { ...withoutApp(fields()), version: 1 },
    });
    expect([refused.status, refused.body.word]).toEqual([403, 'no-permission']);
    expect((await t.viewer.call('POST', t.path, { body: fields() })).status).toBe(403);
  });

  test('names each section that cannot be laid out or read', async () => {
    const errorsOf = async (...sections: object[]) =>
      (await t.customer.call('POST', t.path, { body: fields({ sections }) })).body.errors;
    expect(await errorsOf(section(), section({ kind: 'unheard-of' }))).toEqual([
      { param: 'sections.1', msg: 'unknownSection' },
    ]);
    expect(await errorsOf(section({ width: 4 }))).toEqual([{ param: 'sections.0.width', msg: 'belowLeastSize' }]);
    expect(await errorsOf(section(), section({ startsRow: false }))).toEqual([
      { param: 'sections.1.width', msg: 'widthOver12' },
    ]);
    expect(await errorsOf(section({ columns: ['nothing'] }))).toEqual([
      { param: 'sections.0.columns.nothing', msg: 'invalid' },
    ]);
    expect(await errorsOf(section({ params: { unknown: 1 } }))).toEqual([
      { param: 'sections.0.params.unknown', msg: 'invalid' },
    ]);
    const name = (await t.create({ name: 'Twice' })).name;
    const twice = await t.customer.call('POST', t.path, { body: fields({ name }) });
    expect(twice.body.errors).toEqual([{ param: 'name', msg: 'taken' }]);
  });

  test('shows the columns that it names, in that order', async () => {
    await t.raise(threeAlarms);
    const { id } = await t.create({ sections: [section({ columns: ['raised', 'kind'] })] });
    const { id: runId } = await t.run(id);
    const [[{ part }]] = (await t.customer.call('GET', `${t.path}/run/${runId}/document`)).body.data.rows;
    expect(part.columns.map(({ key }: { key: string }) => key)).toEqual(['raised', 'kind']);
    expect(part.rows).toEqual([
      [2, 'level-high'],
      [1, 'leak'],
    ]);
  });

  test('the same run is shared for a minute, another period is a run of its own', async () => {
    const { id } = await t.create();
    const first = await t.run(id);
    const again = await t.customer.call('POST', `${t.path}/${id}/pdf`, { body: {} });
    expect([again.status, again.body.data.id]).toEqual([200, first.id]);
    const body = { period: { preset: 'today' } };
    const differs = await t.customer.call('POST', `${t.path}/${id}/pdf`, { body });
    expect(differs.status).toBe(202);
    expect(differs.body.data.id).not.toBe(first.id);
  });

  test('is found by its own app and by the apps of its sections', async () => {
    const own = await t.create({ app: 'sample', sections: [] });
    const bySection = await t.create();
    await t.create({ sections: [] });
    const found = async (app: string) =>
      (await t.customer.call('GET', `${t.path}?app=${app}&sort[createdAt]=asc`)).body.data.map(
        ({ id }: { id: number }) => id,
      );
    expect(await found('sample')).toEqual([own.id, bySection.id]);
    expect(await found('other')).toEqual([]);
  });

  test('shows each reader the newest run that the reader may see', async () => {
    await t.raise([
      { kind: 'leak', severity: 'poor' },
      { kind: 'leak', severity: 'poor', structure: hiddenSite },
    ]);
    const { id } = await t.create();
    const lastOf = async (by: TestPerson) => (await by.call('GET', `${t.path}/${id}`)).body.data.lastRun;
    expect(await lastOf(t.customer)).toBeNull();
    const own = await t.run(id, t.viewer);
    const whole = await t.run(id);
    expect(await lastOf(t.customer)).toEqual({ id: whole.id, state: 'ready', at: whole.createdAt });
    expect(await lastOf(t.viewer)).toMatchObject({ id: own.id });
  });
});
