import { describe, expect, test } from 'vitest';
import { smallestAreaOf } from '#core/places/server/api.ts';
import {
  addHeadquarters,
  addPremises,
  addStation,
  aman,
  app,
  assignDue,
  change,
  country,
  customer,
  hq,
  hqId,
  ids,
  move,
  officer,
  platform,
  police,
  south,
  square,
  stationOf,
  west,
  withPolice,
} from '#main/testing/police/test-police.ts';
import { countStatements, statementsOf, type TestPerson } from '#main/testing.ts';
import { emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

withPolice();

describe('the police that answers for premises', () => {
  test('is the smallest station with the structure, then the one of the lowest id, then the headquarters, then the fallback', async () => {
    const other = await addHeadquarters(square(west, south, 0.4));
    const large = await addStation(square(west, south, 0.2), { hqId: other }, platform);
    const small = await addStation(square(west + 0.1, south, 0.1), { hqId: other }, platform);
    const equal = await addStation(square(west + 0.2, south, 0.1), { hqId: other }, platform);
    const of = async (lng: number, lat: number) => stationOf(await addPremises(lng, lat));
    expect(await of(west + 0.05, south + 0.05)).toEqual({ station: large, hq: other, basis: 'area' });
    expect(await of(west + 0.15, south + 0.05)).toEqual({ station: small, hq: other, basis: 'area' });
    // On the edge of two of the same size, and on the outer edge of one.
    expect(await of(west + 0.2, south + 0.05)).toEqual({ station: Math.min(small, equal), hq: other, basis: 'area' });
    expect(await of(west + 0.25, south)).toEqual({ station: equal, hq: other, basis: 'area' });
    expect(await of(west + 0.35, south + 0.35)).toEqual({ station: null, hq: other, basis: 'headquarters' });
    expect(await of(west + 0.45, south + 0.45)).toEqual({ station: null, hq: hqId, basis: 'fallback' });
    expect(await stationOf(await addPremises(null, null))).toEqual({ station: null, hq: null, basis: 'none' });
    expect((await change(hqId, { fallback: false }, platform)).status).toBe(200);
    expect(await of(west + 0.45, south + 0.45)).toEqual({ station: null, hq: null, basis: 'none' });
    expect((await change(hqId, { fallback: true }, platform)).status).toBe(200);
    await assignDue();
    const { rows } = await app.kit.pool.query(
      "SELECT count(*)::integer AS n FROM defcon_premises p JOIN structure s ON s.id = p.structure_id WHERE basis = 'none' AND lat IS NOT NULL AND country_id = $1",
      [country],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('is chosen by hand by its headquarters and by a security company under contract, and follows the areas again', async () => {
    const [here, there] = [await addStation(square(west, south)), await addStation(square(west + 0.2, south))];
    const site = await addPremises(west + 0.05, south + 0.05);
    const choose = (overrideId: number | null, person: TestPerson) =>
      person.call('PUT', `/defcon/premises/${site}`, { body: { overrideId } });
    expect((await choose(there, aman)).status).toBe(404);
    expect((await choose(there, customer)).status).toBe(403);
    expect((await choose(there, officer)).status).toBe(403);
    const chosen = await choose(there, hq);
    expect(chosen.body.data).toMatchObject({
      stationId: there,
      basis: 'manual',
      overrideId: there,
      station: { id: there },
    });
    // The choice outlasts a move and areas.
    await move(site, west + 0.06, south + 0.06);
    expect(await stationOf(site)).toEqual({ station: there, hq: hqId, basis: 'manual' });
    const foreign = await addHeadquarters(square(70, 0));
    const theirs = await addStation(square(70, 0), { hqId: foreign }, platform);
    expect((await choose(theirs, hq)).body.errors).toEqual([{ param: 'overrideId', msg: 'invalid' }]);
    expect((await choose(hqId, hq)).body.errors).toEqual([{ param: 'overrideId', msg: 'invalid' }]);
    await app.kit.pool.query(
      `INSERT INTO company_relation (provider_id, client_id, status, contract_from) VALUES ($1, $2, 'engaged', now() - interval '1 day')`,
      [ids.aman, ids.reem],
    );
    expect((await choose(theirs, aman)).body.data).toMatchObject({ stationId: theirs, hqId: foreign });
    // It is no longer in the tree of the first headquarters.
    expect((await choose(null, hq)).status).toBe(404);
    expect((await choose(null, aman)).body.data).toMatchObject({ stationId: here, basis: 'area', overrideId: null });
    await app.kit.pool.query(`DELETE FROM company_relation WHERE provider_id = $1 AND client_id = $2`, [
      ids.aman,
      ids.reem,
    ]);
    expect((await choose(there, aman)).status).toBe(404);
    const { rows } = await app.kit.pool.query(
      `SELECT count(*)::integer AS n FROM change_log WHERE table_name = 'defcon_premises' AND action = 'update' AND user_id IS NOT NULL
          AND row_id = (SELECT id::text FROM defcon_premises WHERE structure_id = $1)`,
      [site],
    );
    expect(rows).toEqual([{ n: 3 }]);
  });

  test('follows a structure that moves within the same transaction, in a fixed number of statements', async () => {
    const [here, there] = [await addStation(square(west, south)), await addStation(square(west + 0.2, south))];
    const site = await addPremises(west + 0.05, south + 0.05);
    expect((await stationOf(site)).station).toBe(here);
    const moving = await statementsOf(app, async () => {
      expect((await move(site, west + 0.25, south + 0.05)).status).toBe(200);
    });
    expect(moving.filter((text) => /defcon_|area_shape/.test(text)).length).toBe(3);
    expect((await stationOf(site)).station).toBe(there);
    expect((await move(site, west + 0.4, south + 0.4)).status).toBe(200);
    expect(await stationOf(site)).toEqual({ station: null, hq: hqId, basis: 'fallback' });
  });

  test('is found for the structure in which the first device of the app is installed', async () => {
    const here = await addStation(square(west, south));
    const { rows } = await app.kit.pool.query(
      `WITH s AS (INSERT INTO structure (company_id, name, country_id, lng, lat) VALUES ($1, 'Shop ' || gen_random_uuid(), $2, $3, $4) RETURNING id),
            d AS (INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
                  VALUES ($1, 'defcon', 21, 2101, 'Panel', 'DFC-TEST-1', 'inventory') RETURNING id)
       SELECT s.id AS structure, d.id AS device FROM s, d`,
      [ids.reem, country, west + 0.05, south + 0.05],
    );
    const { structure, device } = rows[0];
    await emittingAsSystem(app.kit, app.kit.db, (context) =>
      emit(context, 'devices.moved', { moves: [{ id: device, structureId: structure }] }),
    );
    expect(await stationOf(structure)).toEqual({ station: here, hq: hqId, basis: 'area' });
    const shown = (await customer.call('GET', `/defcon/premises/${structure}`)).body.data;
    expect(shown).toMatchObject({
      stationId: here,
      station: { nameEn: expect.stringMatching(/^Station/), phone: null },
    });
    for (const [person, status] of [
      [hq, 200],
      [officer, 404],
      [aman, 404],
    ] as const)
      expect((await person.call('GET', `/defcon/premises/${structure}`)).status).toBe(status);
  });

  test('is found again for 10,000 structures after an area has changed, in the same statements as for one', async () => {
    const [one, two] = [await addStation(square(west, south, 0.2)), await addStation(square(west + 0.2, south, 0.2))];
    await app.kit.pool.query(
      `WITH s AS (INSERT INTO structure (company_id, name, country_id, lng, lat)
                  SELECT $1, 'Many ' || n, $2, $3::float8 + 0.1 + 0.2 * random(), $4::float8 + 0.2 * random() FROM generate_series(1, 10000) n RETURNING id, company_id)
       INSERT INTO defcon_premises (company_id, structure_id, assign_at) SELECT company_id, id, now() FROM s`,
      [ids.sahel, country, west, south],
    );
    await assignDue();
    const counts = async () => {
      const { rows } = await app.kit.pool.query(
        'SELECT station_id AS id, count(*)::integer AS n FROM defcon_premises WHERE company_id = $1 GROUP BY 1 ORDER BY 1',
        [ids.sahel],
      );
      return rows as { id: number; n: number }[];
    };
    const before = await counts();
    expect(before.map(({ id }) => id)).toEqual([one, two]);
    const wider = square(west, south, 0.25, 0.2);
    const shown = (await police('POST', 'area-preview', { id: one, kind: 'local', polygons: wider })).body.data;
    expect((await change(one, { polygons: wider })).status).toBe(200);
    const began = performance.now();
    const statements = await countStatements(app, assignDue);
    expect(performance.now() - began).toBeLessThan(60_000);
    expect(statements).toBeLessThan(60);
    const after = await counts();
    // The wider one is the larger one now: what both have stays with the other.
    expect(after).toEqual(before);
    expect(shown).toMatchObject({ moves: [] });
    expect(shown.inside).toBeGreaterThan(7000);
    const narrow = square(west + 0.3, south, 0.1, 0.2);
    const next = (await police('POST', 'area-preview', { id: two, kind: 'local', polygons: narrow })).body.data;
    expect((await change(two, { polygons: narrow })).status).toBe(200);
    await assignDue();
    const moved = (await counts()).find(({ id }) => id === one)?.n ?? 0;
    const given = next.moves.find(({ to }: { to: { id: number } | null }) => to?.id === one);
    expect(given).toMatchObject({ from: { id: two }, count: moved - (before[0]?.n ?? 0) });
    await app.kit.pool.query('DELETE FROM defcon_premises WHERE company_id = $1', [ids.sahel]);
  });

  test('is found with the areas read once, whatever the number of structures', async () => {
    const of = (count: number) => {
      const points = Array.from({ length: count }, () => ({ lat: 25, lng: 55 }));
      return countStatements(app, () => inSystem(app.kit.db, (tx) => smallestAreaOf(tx, 'defcon.station', points)));
    };
    expect(await of(1000)).toBe(await of(1));
  });
});
