import { beforeEach, expect, test } from 'vitest';
import {
  admin,
  app,
  customer,
  ids,
  integrator,
  lastMail,
  refused,
  sahel,
  withCompanies,
} from '#main/testing/test-companies.ts';

withCompanies();
const trial = { devices: 3, days: 30 };

beforeEach(async () => {
  app.kit.settings.trial = trial;
  for (const table of ['app_trial', 'app_request', 'company_app'])
    await app.kit.pool.query(`DELETE FROM ${table} WHERE company_id = $1`, [ids.sahel]);
});

const path = (action = '', id = 'sample') => `/company/${ids.sahel}/app${action && `/${id}/${action}`}`;
const sampleApp = async (person = sahel) =>
  (await person.call('GET', path())).body.data.apps.find(({ id }: { id: string }) => id === 'sample');
const start = (person = sahel, id = 'sample') => person.call('PUT', path('trial', id));

test('a company administrator starts a trial: the company holds the app and has subscriptions until its end', async () => {
  expect(await sampleApp()).toMatchObject({ held: false, trial: null, trialOffered: true });
  expect((await sahel.call('GET', '/sample/device')).status).toBe(403);
  const reply = await start();
  expect(reply.status).toBe(200);
  expect(reply.body.data).toMatchObject({ held: true, trialOffered: false, trial: { devices: 3, used: 0 } });
  const { startedAt, expiresAt, startedBy } = reply.body.data.trial;
  expect(Date.parse(expiresAt) - Date.parse(startedAt)).toBe(30 * 86_400_000);
  expect(startedBy).toBeTruthy();
  expect((await sahel.call('GET', '/sample/device')).status).toBe(200);
});

test('a repeated start changes nothing and leaves one line in the change log', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  expect(first.body).toEqual(second.body);
  expect((await start()).body).toEqual(first.body);
  const logged = await app.kit.pool.query(
    `SELECT user_id FROM change_log WHERE table_name = 'app_trial' AND action = 'insert' AND company_id = $1
       AND at > now() - interval '1 minute' AND (after ->> 'created_at')::timestamptz = (SELECT created_at FROM app_trial WHERE company_id = $1)`,
    [ids.sahel],
  );
  expect(logged.rowCount).toBe(1);
  expect(logged.rows[0].user_id).not.toBeNull();
});

test('an app is tried once by a company', async () => {
  await start();
  expect((await admin.call('PATCH', `/company/${ids.sahel}`, { body: { apps: [] } })).status).toBe(200);
  expect(await sampleApp()).toMatchObject({ held: false, trialOffered: false });
  expect(refused(await start())).toEqual([409, 'trial-used']);
});

test('a held, hidden or unknown app cannot be tried', async () => {
  await admin.call('PATCH', `/company/${ids.sahel}`, { body: { apps: ['sample'] } });
  expect(refused(await start())).toEqual([409, 'app-held']);
  expect((await start(sahel, 'devices')).status).toBe(404);
  expect((await start(sahel, 'nothing')).status).toBe(404);
});

test('only a company’s own administrators start its trials', async () => {
  expect((await start(customer)).status).toBe(404);
  expect((await start(integrator)).status).toBe(404);
  const viewer = await app.signIn('viewer@rasid.test');
  expect((await viewer.call('PUT', `/company/${ids.reem}/app/rooms/trial`)).status).toBe(403);
});

test('without trials an app can be requested once: the administrators of the platform get a mail and assign it', async () => {
  app.kit.settings.trial = undefined;
  await app.kit.pool.query('DELETE FROM mail_outbox');
  expect(refused(await start())).toEqual([409, 'no-trial']);
  for (const _ of ['first', 'again'])
    expect((await sahel.call('PUT', path('request'))).body.data).toMatchObject({
      held: false,
      request: { by: expect.any(String) },
    });
  const mails = await app.kit.pool.query("SELECT text FROM mail_outbox WHERE recipient = 'super@rasid.test'");
  expect(mails.rowCount).toBe(1);
  expect((await lastMail('super@rasid.test')).text).toContain(`/core/companies/profile/${ids.sahel}?tab=apps`);
  await admin.call('PATCH', `/company/${ids.sahel}`, { body: { apps: ['sample'] } });
  expect(await sampleApp()).toMatchObject({ held: true, request: null });
});
