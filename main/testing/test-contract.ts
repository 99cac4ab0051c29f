import type { Rasid, TestPerson } from '../testing.ts';

/**
 * An administrator of a provider who acts for the company of a person, by a contract that names only these abilities;
 * null names all.
 */
export async function providerOf(
  app: Rasid,
  client: TestPerson,
  abilities: readonly string[] | null,
): Promise<TestPerson> {
  const { id } = (await client.call('GET', '/session')).body.data.company;
  const changed = await app.kit.pool.query(
    `UPDATE company_relation SET contract_abilities = $1
      WHERE client_id = $2 AND provider_id = (SELECT company_id FROM users WHERE email = 'integrator@rasid.test')`,
    [abilities, id],
  );
  if (changed.rowCount !== 1) throw new Error('the integrator has no contract with the company');
  const provider = await app.signIn('integrator@rasid.test');
  return {
    ...provider,
    call: (method, path, options = {}) =>
      provider.call(method, path, { ...options, headers: { ...options.headers, 'customer-id': String(id) } }),
  };
}
