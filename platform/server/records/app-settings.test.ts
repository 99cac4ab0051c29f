import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { appSettings } from '../../common/settings/app-settings.ts';
import { inTenant } from '../postgres/database.ts';
import { settingHandlers, settingOf } from './app-settings.ts';

const { settings } = appSettings(
  'rooms',
  z.object({ graceMinutes: z.number().int().min(0).max(60), greeting: z.string().max(50) }),
  {
    defaults: { graceMinutes: 10, greeting: 'Welcome' },
    read: 'signed-in',
    change: 'signed-in',
  },
);
const handlers = settingHandlers(settings);

let app: Rasid;
let reem: number;
let qasr: number;
beforeAll(async () => {
  app = await rasid();
  const companyOf = async (person: TestPerson): Promise<number> =>
    (await person.call('GET', '/session')).body.data.company.id;
  reem = await companyOf(await app.signIn('customer@rasid.test'));
  qasr = await companyOf(await app.signIn('other@rasid.test'));
});
afterAll(() => app.close());
beforeEach(() => app.kit.pool.query('DELETE FROM app_setting'));

type Context = Parameters<typeof handlers.get>[0];
/** Runs the work for people of the company, under row-level security. */
const within = <T>(companyId: number, work: (context: Context) => Promise<T>) =>
  inTenant(app.kit.db, { companies: [companyId], userId: null, actingFor: companyId }, (tx) =>
    work({ tx, actor: { session: { actingFor: companyId } } }),
  );
const change = (companyId: number, body: { graceMinutes: number; greeting: string; version: number }) =>
  within(companyId, (context) => handlers.update({ ...context, body }));

test('the settings of a company are the defaults until it changes them, and those of others stay', async () => {
  expect(await within(reem, handlers.get)).toEqual({ graceMinutes: 10, greeting: 'Welcome', version: 0 });
  const changed = { graceMinutes: 5, greeting: 'أهلًا', version: 1 };
  expect(await change(reem, { ...changed, version: 0 })).toEqual(changed);
  expect(await within(reem, handlers.get)).toEqual(changed);
  expect(await within(qasr, handlers.get)).toMatchObject({ graceMinutes: 10, version: 0 });
  expect(await within(qasr, ({ tx }) => settingOf(tx, settings, reem))).toMatchObject({ graceMinutes: 10 });
  expect(await within(reem, ({ tx }) => settingOf(tx, settings, reem))).toMatchObject({ graceMinutes: 5 });
});

test('of several people who change the same version at once, one succeeds and the others learn the new version', async () => {
  for (const version of [0, 1]) {
    const changes = await Promise.allSettled(
      [1, 2, 3, 4].map((graceMinutes) => change(reem, { graceMinutes, greeting: 'Hello', version })),
    );
    expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of changes)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ status: 409, word: 'changed-meanwhile', detail: { version: version + 1 } });
  }
  await app.kit.pool.query('DELETE FROM app_setting');
  await expect(change(reem, { graceMinutes: 1, greeting: '', version: 3 })).rejects.toMatchObject({ status: 409 });
});

test('a setting that this version of the app no longer accepts has its default, and the others stay', async () => {
  await app.kit.pool.query(`INSERT INTO app_setting (company_id, app, data) VALUES ($1, 'rooms', $2)`, [
    reem,
    { graceMinutes: 90, greeting: 'Hello', colour: 'red' },
  ]);
  expect(await within(reem, handlers.get)).toEqual({ graceMinutes: 10, greeting: 'Hello', version: 1 });
});
