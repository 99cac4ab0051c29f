import { expect, test } from 'vitest';
import { admin, app, customer, ids, integrator, qasr, refused, withCompanies } from '#main/testing/test-companies.ts';
import type { TestPerson } from '#main/testing.ts';

withCompanies();

type Line = { event: string; call: string | null };
const log = async (who: TestPerson, query = '?event=refused'): Promise<Line[]> =>
  (await who.call('GET', `/session-log${query}`)).body.data;

test('the company’s access log shows the refused requests of a person, the same one once per minute', async () => {
  const viewer = await app.signIn('viewer@rasid.test');
  for (let times = 0; times < 3; times++) await viewer.call('POST', `/company/${ids.reem}/user`, { body: {} });
  await viewer.call('GET', `/company/${ids.qasr}/user?search=secret`);
  await viewer.call('GET', '/session', { headers: { 'customer-id': String(ids.qasr) } });
  expect((await log(customer)).map(({ call }) => call)).toEqual([
    'GET /api/session 403 customer-not-allowed',
    `GET /api/company/${ids.qasr}/user 404 not-found`,
    `POST /api/company/${ids.reem}/user 403 no-permission`,
  ]);
});

test('refusals do not fill the log: a person has thirty lines in an hour', async () => {
  const prying = await app.signIn('wadi@rasid.test');
  for (let id = 1; id <= 40; id++) await prying.call('GET', `/company/${ids.qasr}/user/${id}`);
  const n = await app.kit.pool.query(
    "SELECT count(*)::integer AS n FROM access_log WHERE event = 'refused' AND email = 'wadi@rasid.test'",
  );
  expect(n.rows[0].n).toBe(30);
});

test('a refusal during impersonation shows both people', async () => {
  const reply = await admin.call('POST', '/user/login-as-company-owner', { body: { companyId: ids.qasr } });
  const headers = { authorization: `Bearer ${reply.body.data.token}` };
  await app.anonymous.call('GET', `/company/${ids.reem}/user`, { headers });
  expect((await qasr.call('GET', '/session-log?event=refused')).body.data[0]).toMatchObject({
    user: { firstName: 'Khalid' },
    impersonatedBy: 'Salma Haddad',
  });
});

test('a contract narrows the abilities of the provider’s other people too', async () => {
  const { rows } = await app.kit.pool.query(
    `INSERT INTO users (company_id, email, first_name, last_name, role, password_hash)
     SELECT company_id, 'technician@najm.test', 'Tech', 'Nician', 'Operator', password_hash FROM users WHERE email = 'integrator@rasid.test' RETURNING id`,
  );
  await app.kit.pool.query("INSERT INTO company_app (company_id, app_id) VALUES ($1, 'sample')", [ids.najm]);
  const group = await integrator.call('POST', '/sample/permissions-group', {
    body: { name: 'Technicians', users: [rows[0].id], resources: ['*'], permissions: { device: ['read', 'command'] } },
  });
  expect(group.status).toBe(201);
  const technician = await app.signIn('technician@najm.test');
  const headers = { 'customer-id': String(ids.reem) };
  const granted = async () => {
    const { session } = (await technician.call('GET', '/session', { headers })).body.data;
    return session.abilities.sample['*'].device.toSorted();
  };
  const terms = (abilities: string) =>
    app.kit.pool.query(
      `UPDATE company_relation SET contract_abilities = ${abilities} WHERE provider_id = $1 AND client_id = $2`,
      [ids.najm, ids.reem],
    );
  expect(await granted()).toEqual(['command', 'read']);
  await terms("'{sample.device.read}'");
  expect(await granted()).toEqual(['read']);
  const [device] = (await technician.call('GET', '/sample/device?limit=1', { headers })).body.data;
  const command = await technician.call('POST', `/sample/device/${device.id}/command`, {
    headers,
    body: { method: 'ping' },
  });
  expect(refused(command)).toEqual([403, 'no-permission']);
  await terms('NULL');
});

test('a person’s data is read by that person, and otherwise only with the ability to read people, which a contract limits', async () => {
  const me = (await customer.call('GET', '/session')).body.data.user.id;
  const info = (who: TestPerson, headers: Record<string, string> = {}) =>
    who.call('GET', `/user/${me}/info`, { headers });
  const acting = { 'customer-id': String(ids.reem) };
  expect((await info(customer)).status).toBe(200);
  expect((await info(integrator, acting)).body.data.email).toBe('customer@rasid.test');
  const terms = (abilities: string) =>
    app.kit.pool.query(
      `UPDATE company_relation SET contract_abilities = ${abilities} WHERE provider_id = $1 AND client_id = $2`,
      [ids.najm, ids.reem],
    );
  await terms("'{}'");
  expect(refused(await info(integrator, acting))).toEqual([404, 'not-found']);
  await terms("'{company.user.read}'");
  expect((await info(integrator, acting)).status).toBe(200);
  await terms('NULL');
});
