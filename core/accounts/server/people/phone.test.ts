import { expect, test } from 'vitest';
import { app, customer, draft, ids, integrator, lastMail, withCompanies } from '#main/testing/test-companies.ts';
import { demoPassword } from '#main/testing.ts';

withCompanies();

const saudiArabia = async () =>
  (await app.kit.pool.query("SELECT id FROM country WHERE code = 'SA'")).rows[0].id as number;
const phoneOf = async (email: string) =>
  (await app.kit.pool.query('SELECT phone FROM users WHERE email = $1', [email])).rows[0]?.phone;

const signUp = (email: string, more: object) =>
  app.anonymous.call('POST', '/company/customer/signup', {
    body: { companyName: 'Palm', firstName: 'Maryam', lastName: 'Saif', email, password: 'Palm trees 2026', ...more },
  });

test('a national number at sign-up belongs to the chosen country and is stored as E.164', async () => {
  const countryId = await saudiArabia();
  expect((await signUp('saudi@phone.test', { phone: '050 123 4567', countryId })).status).toBe(200);
  expect((await signUp('emirati@phone.test', { phone: '٠٥٠١٢٣٤٥٦٧' })).status).toBe(200);
  expect((await signUp('abroad@phone.test', { phone: '+44 7400 123456', countryId })).status).toBe(200);
  expect(await phoneOf('saudi@phone.test')).toBe('+966501234567');
  expect(await phoneOf('emirati@phone.test')).toBe('+971501234567');
  expect(await phoneOf('abroad@phone.test')).toBe('+447400123456');
});

test('a number that does not exist in the country is refused under its field', async () => {
  const reply = await signUp('wrong@phone.test', { phone: '123' });
  expect([reply.status, reply.body.errors]).toEqual([418, [{ param: 'phone', msg: 'notCallable' }]]);
});

test('the confirmed address is passed to the sign-in page', async () => {
  await signUp('confirmed@phone.test', {});
  const token = /token=([\w-]+)/.exec((await lastMail('confirmed@phone.test')).text)?.[1];
  const reply = await app.anonymous.call('POST', `/auth/verify-account/${token}`);
  expect(reply.body.data).toEqual({ email: 'confirmed@phone.test' });
});

test('national numbers of staff, own profiles and new companies belong to their country', async () => {
  await app.kit.pool.query('UPDATE company SET country_id = $2 WHERE id = $1', [ids.reem, await saudiArabia()]);
  const person = { email: 'staff@phone.test', firstName: 'Noor', lastName: 'Saif', role: 'Viewer' };
  const made = await customer.call('POST', `/company/${ids.reem}/user`, { body: { ...person, phone: '0501234567' } });
  expect(made.body.data.phone).toBe('+966501234567');
  const path = `/company/${ids.reem}/user/${made.body.data.id}`;
  expect((await customer.call('PATCH', path, { body: { phone: '0507654321' } })).body.data.phone).toBe('+966507654321');
  const lines = [
    { ...person, email: 'line@phone.test', phone: '0501112222' },
    { ...person, email: 'bad@phone.test', phone: '123' },
  ];
  const imported = await customer.call('POST', `/company/${ids.reem}/user/import`, { body: { dryRun: false, lines } });
  expect(imported.body.data.map(({ errors = [] }: { errors?: object[] }) => errors)).toEqual([
    [],
    [{ param: 'phone', msg: 'notCallable' }],
  ]);
  expect(await phoneOf('line@phone.test')).toBe('+966501112222');
  const { id } = (await customer.call('GET', '/session')).body.data.session.user;
  const profile = { phone: '0503334444', countryId: await saudiArabia(), currentPassword: demoPassword };
  expect((await customer.call('PATCH', `/user/${id}/update`, { body: profile })).body.data.phone).toBe('+966503334444');
  const company = draft('phones', { phone: '0505556666', countryId: await saudiArabia() });
  expect((await integrator.call('POST', '/company/customer', { body: company })).status).toBe(201);
  expect(await phoneOf('noor@phones.test')).toBe('+966505556666');
});
