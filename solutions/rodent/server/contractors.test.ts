import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompanies } from '#core/accounts/server/api.ts';
import { type TestTrap, TestTraps } from '#main/testing/traps/test-traps.ts';
import type { TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

let traps: TestTraps;
/** Two pest companies, and the trap of the site that the contract of each is about. */
let contractors: { person: TestPerson; own: TestTrap; foreign: TestTrap }[];

const abilities = [
  ...['device.read', 'hit.read', 'hit.verdict', 'analysis.read', 'policy.read', 'folder.read', 'folder.create'],
  ...['visit.read', 'visit.create', 'operational-alarm.read', 'status-alarm.read'],
].map((ability) => `rodent.${ability}`);

beforeAll(async () => {
  traps = await TestTraps.begin();
  const { app, company } = traps;
  const [first, second] = [await traps.add({ number: 7 }), await traps.add({ number: 7 })];
  const { najm, gulfcare } = await inSystem(app.kit.db, demoCompanies);
  const contract = async (provider: number, site: number) =>
    app.kit.pool.query(
      `WITH changed AS (UPDATE company_relation SET contract_abilities = $3, contract_resources = $4 WHERE provider_id = $1 AND client_id = $2 AND status = 'engaged' RETURNING id)
       INSERT INTO company_relation (provider_id, client_id, status, contract_abilities, contract_resources)
       SELECT $1, $2, 'engaged', $3::text[], $4::integer[] WHERE NOT EXISTS (SELECT FROM changed)`,
      [provider, company, [...abilities, 'structure.structure.read'], [site]],
    );
  await contract(najm, first.site);
  await contract(gulfcare, second.site);
  contractors = [
    { person: await app.signIn('integrator@rasid.test'), own: first, foreign: second },
    { person: await app.signIn('fmc@rasid.test'), own: second, foreign: first },
  ];
  for (const trap of [first, second])
    await traps.events(trap, { ts: Date.now() - 600_000, kind: 'hit', data: { type: 'activation', body: true } });
  await traps.alarms(first, second);
});
afterAll(() => traps.app.close());

test('of two pest companies with contracts for different sites neither sees what is at that of the other', async () => {
  for (const { person, own, foreign } of contractors) {
    const call = (method: 'GET' | 'POST', path: string, body?: object) =>
      person.call(method, path, { headers: { 'customer-id': String(traps.company) }, ...(body ? { body } : {}) });
    const ids = async (path: string) => {
      const { status, body } = await call('GET', path);
      expect([path, status]).toEqual([path, 200]);
      return body.data;
    };
    const named = (rows: { id: number }[]) => rows.map(({ id }) => id);
    expect(named(await ids('/rodent/trap?limit=100'))).toEqual([own.id]);
    expect(named(await ids('/rodent/device?limit=100'))).toEqual([own.id]);
    expect((await ids('/rodent/hit')).map(({ device }: { device: { id: number } }) => device.id)).toEqual([own.id]);
    expect(named(await ids(`/company/${traps.company}/structure?limit=100`))).toEqual([own.site]);
    expect((await ids('/rodent/alarm/operational')).map(({ device }: { device: { id: number } }) => device.id)).toEqual(
      [own.id],
    );
    expect((await call('GET', `/rodent/device/${foreign.id}`)).status).toBe(404);
    expect(JSON.stringify((await call('GET', '/search?search=Trap')).body)).not.toContain(foreign.name);
    const year = { from: new Date(Date.now() - 30 * 86_400_000).toISOString(), to: new Date().toISOString() };
    const { rows } = await ids(`/rodent/analysis/targeted-structure?from=${year.from}&to=${year.to}`);
    expect(rows.map(({ structure }: { structure: { id: number } }) => structure.id)).toEqual([own.site]);
    const folder = (structureId: number) =>
      call('POST', '/rodent/audit-folder', { structureId, ...year, language: 'en' });
    expect([(await folder(own.site)).status, (await folder(foreign.site)).status]).toEqual([201, 404]);
    expect((await call('GET', `/rodent/policy/${foreign.site}`)).status).toBe(404);
  }
});
