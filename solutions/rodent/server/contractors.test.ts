import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompanies } from '#core/accounts/server/api.ts';
import { type TestTrap, TestTraps } from '#main/testing/traps/test-traps.ts';
import type { TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import type { JournalLine } from '../common/journal.ts';
import { ago, line } from './visits/visits.fixture.ts';

let traps: TestTraps;
/** The floors of a mall. */
let floors: number[];
/** Two pest companies, and the trap of the site that the contract of each is about. */
let contractors: { person: TestPerson; own: TestTrap; foreign: TestTrap }[];

const abilities = [
  ...['device.read', 'hit.read', 'hit.verdict', 'analysis.read', 'policy.read', 'folder.read', 'folder.create'],
  ...['visit.read', 'visit.create', 'operational-alarm.read', 'status-alarm.read'],
].map((ability) => `rodent.${ability}`);

beforeAll(async () => {
  traps = await TestTraps.begin();
  const { app, company } = traps;
  // A mall is divided into inner structures, one for each floor: contracts name structures.
  const mall = await traps.site();
  floors = [await traps.site(), await traps.site()];
  for (const [n, floor] of floors.entries())
    await app.kit.pool.query('UPDATE structure SET parent_id = $2, name = $3, lat = 25.2, lng = 55.3 WHERE id = $1', [
      floor,
      mall,
      `Level ${n}`,
    ]);
  const [first, second] = [await traps.add({ number: 7 }, floors[0]), await traps.add({ number: 7 }, floors[1])];
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
  for (const { id, site } of [first, second]) {
    const planned = { structureId: site, kind: 'alarm', plannedAt: ago(0), technicianId: null, note: null };
    const made = await traps.call('POST', '/visit', planned);
    await traps.call('POST', `/visit/${made.body.data.id}/line`, { lines: [line(id, { at: ago(60_000) })] });
  }
});
afterAll(() => traps.app.close());

test('of two pest companies with contracts for different floors of a mall neither sees what is at that of the other', async () => {
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
    const found = JSON.stringify((await call('GET', '/search?text=Trap')).body);
    expect([own, foreign].map(({ name }) => found.includes(name))).toEqual([true, false]);
    const year = { from: new Date(Date.now() - 30 * 86_400_000).toISOString(), to: new Date().toISOString() };
    const { rows } = await ids(`/rodent/analysis/targeted-structure?from=${year.from}&to=${year.to}`);
    expect(rows.map(({ structure }: { structure: { id: number } }) => structure.id)).toEqual([own.site]);
    const spaces = (site: number) =>
      call('GET', `/rodent/analysis/targeted-space?structureId=${site}&from=${year.from}&to=${year.to}`);
    expect([(await spaces(own.site)).status, (await spaces(foreign.site)).status]).toEqual([200, 404]);
    const folder = (structureId: number) =>
      call('POST', '/rodent/audit-folder', { structureId, ...year, language: 'en' });
    expect([(await folder(own.site)).status, (await folder(foreign.site)).status]).toEqual([201, 404]);
    expect((await call('GET', `/rodent/policy/${foreign.site}`)).status).toBe(404);
    // The map, the calendar of visits, the history and live values.
    const sites = [own, foreign].map(({ site }) => `Level ${floors.indexOf(site)}`);
    const map = JSON.stringify(await ids('/overview/map'));
    expect(sites.map((name) => map.includes(name))).toEqual([true, false]);
    const month = `plannedAt[from]=${year.from}&plannedAt[to]=${new Date(Date.now() + 86_400_000).toISOString()}`;
    const visits = await ids(`/rodent/visit?limit=100&${month}`);
    expect(visits.map(({ structureId }: { structureId: number }) => structureId)).toEqual([own.site]);
    const log: JournalLine[] = await ids('/rodent/log?limit=100');
    expect(new Set(log.map(({ device }) => device?.id))).toEqual(new Set([own.id]));
    const logged = log.map(({ kind }) => kind);
    expect(['hit', 'visit', 'alarm'].filter((kind) => !logged.includes(kind))).toEqual([]);
    expect((await call('GET', `/rodent/log?deviceId=${foreign.id}`)).body.data).toEqual([]);
    expect((await call('GET', `/rodent/visit?structureId=${foreign.site}`)).body.data).toEqual([]);
    const { session } = (await call('GET', '/session')).body.data;
    const scope = { companies: [traps.company], userId: session.user.id, actingFor: traps.company };
    const followed = await traps.app.kit.topics
      .flatMap(({ records = [] }) => records)
      .find(({ names }) => names.includes('floor'))
      ?.follow(
        { kit: traps.app.kit, actor: { session, scope, sessionId: '', locale: 'en', email: '' }, may: () => true },
        { device: [own.id, foreign.id], structure: [own.site, foreign.site] },
      );
    expect([...(followed ?? new Map()).keys()]).toEqual([`device:${own.id}`]);
    expect(named(await ids('/rodent/metadata/structures?limit=100'))).toEqual([own.site]);
  }
});
