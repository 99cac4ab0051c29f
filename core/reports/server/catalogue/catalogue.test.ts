import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fields, reportTest, section } from '#main/testing/reports/report-test.ts';

let t: Awaited<ReturnType<typeof reportTest>>;
beforeAll(async () => {
  t = await reportTest();
});
afterAll(() => t.app.close());

describe('the catalogue of sections', () => {
  test('names sections, columns and inputs in both languages, and says why one cannot be added', async () => {
    const { data } = (await t.customer.call('GET', `${t.path}/widget`)).body;
    const offered = (kind: string) =>
      data.find((one: { app: string; kind: string }) => one.app === 'sample' && one.kind === kind);
    expect(offered('sample-failing')).toMatchObject({
      appName: { en: 'Sample' },
      name: { en: 'Tanks that fail', ar: 'خزانات لا تُقرأ' },
      columns: [{ key: 'name', title: { en: 'Tank', ar: 'الخزان' } }],
      params: {
        range: {
          label: { en: 'Range', ar: 'المدى' },
          options: [
            { value: 'near', label: { en: 'Near', ar: 'قريب' } },
            { value: 'far', label: { en: 'Far', ar: 'بعيد' } },
          ],
          initial: 'near',
        },
        most: { kind: 'number', label: { en: 'At most' }, min: 1, max: 10 },
        tanks: { kind: 'devices', label: { en: 'Tanks' }, most: 2 },
      },
      refused: null,
    });
    expect(offered('sample-planned')).toMatchObject({ refused: 'unsupported', width: { least: 4, usual: 6 } });
    expect(offered('alarms-count')).toMatchObject({ refused: null, width: { least: 8, usual: 12 } });
  });

  test('a preview of each section alone shows its data, or that it failed', async () => {
    const preview = async (kind: string) =>
      (await t.customer.call('POST', `${t.path}/preview`, { body: fields({ sections: [section({ kind })] }) })).body
        .data.rows[0][0].part;
    expect(await preview('alarms-count')).toMatchObject({ fault: null });
    expect(await preview('sample-failing')).toMatchObject({ fault: 'failed', rows: [] });
  });

  test('an unsupported section is not stored', async () => {
    const sections = [section(), section({ kind: 'sample-planned', width: 6 })];
    const { status, body } = await t.customer.call('POST', t.path, { body: fields({ sections }) });
    expect([status, body.errors]).toEqual([418, [{ param: 'sections.1', msg: 'unsupported' }]]);
  });
});

describe('the people whom a report can be sent to', () => {
  test('are those of the company, found by name by people who may make reports', async () => {
    const found = async (search: string) =>
      (await t.operator.call('GET', `${t.path}/people?search=${search}`)).body.data.map(({ id }: { id: number }) => id);
    expect(await found('viewer')).toEqual([t.people.viewer]);
    expect(await found('other@rasid.test')).toEqual([]);
    expect((await t.viewer.call('GET', `${t.path}/people`)).status).toBe(403);
    expect((await t.other.call('GET', `${t.path}/people`)).status).toBe(404);
  });
});
