import { describe, expect, test } from 'vitest';
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
  draft,
  hq,
  hqId,
  ids,
  officer,
  platform,
  police,
  south,
  square,
  stationOf,
  west,
  withPolice,
} from '#main/testing/police/test-police.ts';
import type { TestPerson } from '#main/testing.ts';

withPolice();

describe('a locality', () => {
  test('is created with its company, whose administrator is invited, by its headquarters alone', async () => {
    const body = draft({ polygons: square(west, south), code: 'Abc-1' });
    const reply = await police('POST', 'locality', body);
    expect(reply.body.data).toMatchObject({ kind: 'local', hqId, code: 'Abc-1', countryId: country, premises: 0 });
    const { id, companyId } = reply.body.data;
    const { rows } = await app.kit.pool.query(
      `SELECT c.type, (SELECT count(*)::integer FROM company_relation WHERE client_id = c.id OR provider_id = c.id) AS relations,
              (SELECT count(*)::integer FROM mail_outbox WHERE recipient = $2) AS mails,
              (SELECT array_agg(app_id) FROM company_app WHERE company_id = c.id) AS apps FROM company c WHERE c.id = $1`,
      [companyId, body.adminEmail],
    );
    expect(rows).toEqual([{ type: 'Local Police Station', relations: 0, mails: 1, apps: ['defcon'] }]);
    expect((await police('POST', 'locality', draft({ code: 'aBC-1' }))).body.errors).toEqual([
      { param: 'code', msg: 'taken' },
    ]);
    // Nothing is left of a company whose police was refused.
    const taken = draft({ adminEmail: body.adminEmail });
    expect((await police('POST', 'locality', taken)).body.errors).toEqual([{ param: 'adminEmail', msg: 'emailTaken' }]);
    for (const person of [officer, customer, aman])
      expect((await police('POST', 'locality', draft(), person)).status).toBe(403);
    const headquarters = draft({ kind: 'headquarters', hqId: null, countryId: country });
    expect((await police('POST', 'locality', headquarters)).body.word).toBe('platform-only');
    const foreign = await addHeadquarters(square(80, 0));
    expect((await police('POST', 'locality', draft({ hqId: foreign }))).body.errors).toEqual([
      { param: 'hqId', msg: 'invalid' },
    ]);
    expect((await change(foreign, { nameEn: 'Ours' })).status).toBe(404);
    expect((await change(hqId, { nameEn: 'Ours' })).status).toBe(403);
    expect((await change(id, { nameEn: 'Renamed' }, officer)).status).toBe(403);
    expect((await change(id, { nameEn: 'Renamed', phone: '+97145550199' })).body.data).toMatchObject({
      nameEn: 'Renamed',
      phone: '+97145550199',
      polygons: square(west, south),
    });
  });

  test('with lines that cross is refused', async () => {
    const bow = square(west, south).map(({ outer: [a, b, c, d] }) => ({ outer: [a, c, b, d], holes: [] }));
    const wanted = [{ param: 'polygons', msg: 'selfCrossing' }];
    const created = await police('POST', 'locality', draft({ polygons: bow }));
    expect([created.status, created.body.errors]).toEqual([418, wanted]);
    const shown = await police('POST', 'area-preview', { kind: 'local', polygons: bow });
    expect([shown.status, shown.body.errors]).toEqual([418, wanted]);
  });

  test('is seen by its own tree, by security companies without its people, and by nobody else', async () => {
    const foreign = await addHeadquarters(square(80, 10));
    const hidden = await addStation(square(80, 10), { hqId: foreign, status: 'inactive' }, platform);
    const list = async (person: TestPerson) =>
      (await police('GET', 'locality?limit=100', undefined, person)).body.data as { id: number; hqId: number | null }[];
    const own = await list(officer);
    expect(own).toMatchObject([{ code: 'RP-MAR', hqId, hq: null }]);
    const tree = await list(hq);
    expect(tree.every(({ id, hqId: of }) => id === hqId || of === hqId)).toBe(true);
    expect(await list(customer)).toEqual([]);
    const monitored = await list(aman);
    expect(monitored.map(({ id }) => id)).toContain(foreign);
    expect(monitored.map(({ id }) => id)).not.toContain(hidden);
    expect(monitored[0]).toMatchObject({ premises: null, stations: null });
    const one = own[0]?.id as number;
    const read = (id: number, person: TestPerson) => police('GET', `locality/${id}`, undefined, person);
    expect((await read(one, officer)).body.data.admin).toMatchObject({ email: 'station@rasid.test' });
    expect((await read(one, aman)).body.data).toMatchObject({ admin: null, polygons: [{ outer: expect.any(Array) }] });
    for (const [id, person] of [
      [foreign, hq],
      [foreign, officer],
      [hqId, officer],
      [one, customer],
      [hidden, aman],
    ] as const)
      expect((await read(id, person)).status).toBe(404);
    expect((await police('GET', `locality/${foreign}/coverage`)).status).toBe(404);
    expect((await police('GET', `locality/${hqId}/coverage`, undefined, aman)).status).toBe(403);
  });

  test('shows its headquarters gaps and overlaps of more than 1,000 m², and premises in no area', async () => {
    const shown = (await police('GET', `locality/${hqId}/coverage`)).body.data;
    const byCode = new Map(shown.stations.map((one: { code: string; id: number }) => [one.code, one.id]));
    const demo = ['RP-IND', 'RP-MAR'].map((code) => byCode.get(code));
    expect(shown.gaps).toHaveLength(1);
    expect(
      shown.overlaps.filter(({ between }: { between: number[] }) => between.every((id) => demo.includes(id))),
    ).toHaveLength(1);
    expect(shown.overlaps[0].squareMetres).toBeGreaterThan(1_000_000);
    const { rows } = await app.kit.pool.query(
      "SELECT count(*)::integer AS n FROM defcon_premises WHERE hq_id = $1 AND basis IN ('headquarters', 'fallback')",
      [hqId],
    );
    expect([shown.uncoveredCount, shown.uncovered.length]).toEqual([rows[0].n, rows[0].n]);
    expect(Object.keys(shown.uncovered[0]).sort()).toEqual(['basis', 'location', 'structureId']);
    const other = await addHeadquarters(square(west, south, 0.2));
    const add = (polygons: object) => addStation(polygons, { hqId: other }, platform);
    await add(square(west, south, 0.1, 0.2));
    const neighbour = await add(square(west + 0.1, south, 0.1, 0.2));
    const of = async () => (await police('GET', `locality/${other}/coverage`, undefined, platform)).body.data;
    expect(await of()).toMatchObject({ gaps: [], overlaps: [] });
    // A degree is 111 km: a strip of 22 km by 4 cm, then by 11 cm.
    for (const [by, pieces] of [
      [4e-7, 0],
      [1e-6, 1],
    ] as const) {
      await change(neighbour, { polygons: square(west + 0.1 + by, south, 0.1 - by, 0.2) }, platform);
      expect((await of()).gaps).toHaveLength(pieces);
      await change(neighbour, { polygons: square(west + 0.1 - by, south, 0.1 + by, 0.2) }, platform);
      expect((await of()).overlaps).toHaveLength(pieces);
    }
  });

  test('is closed once no incident and no active station depends on it', async () => {
    const other = await addHeadquarters(square(west, south, 0.3));
    const [first, second] = [
      await addStation(square(west, south), { hqId: other }, platform),
      await addStation(square(west + 0.2, south), { hqId: other }, platform),
    ];
    const site = await addPremises(west + 0.05, south + 0.05);
    const close = (id: number, more: object = {}) => change(id, { status: 'inactive', ...more }, platform);
    const blocked = await close(other);
    expect([blocked.status, blocked.body.word, blocked.body.detail.count]).toEqual([409, 'has-active-stations', 2]);
    const companyOf = async (id: number) =>
      (await police('GET', `locality/${id}`, undefined, platform)).body.data.companyId;
    const [from, to] = [await companyOf(first), await companyOf(second)];
    const { rows } = await app.kit.pool.query(
      `WITH a AS (INSERT INTO alarm (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, first_at, last_at, shared, desk_company_id)
                  VALUES ($1, 'defcon', 'intrusion', 'burglary', 'problem', 'panel-group', 1, 'Villa', now(), now(), true, $2) RETURNING id)
       INSERT INTO alarm_party (alarm_id, company_id, owner_id, role, view) SELECT id, $2, $1, 'local', '{"subject": "Villa"}' FROM a RETURNING alarm_id AS id`,
      [ids.reem, from],
    );
    const incident = rows[0].id;
    const open = await close(first);
    expect([open.status, open.body.word, open.body.detail.count]).toEqual([409, 'has-open-incidents', 1]);
    for (const moveTo of [first, hqId, other])
      expect((await close(first, { moveTo })).body.errors).toEqual([{ param: 'moveTo', msg: 'invalid' }]);
    const moved = await close(first, { moveTo: second });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    const desk = await app.kit.pool.query('SELECT desk_company_id AS id FROM alarm WHERE id = $1', [incident]);
    expect(desk.rows).toEqual([{ id: to }]);
    const parties = await app.kit.pool.query(
      'SELECT company_id AS id, until_at, view FROM alarm_party WHERE alarm_id = $1 ORDER BY 1',
      [incident],
    );
    expect(parties.rows).toEqual([from, to].map((id) => ({ id, until_at: null, view: { subject: 'Villa' } })));
    await assignDue();
    expect(await stationOf(site)).toEqual({ station: null, hq: other, basis: 'headquarters' });
    await app.kit.pool.query('UPDATE alarm SET closed_at = now() WHERE id = $1', [incident]);
    expect((await close(second)).status).toBe(200);
    expect((await close(other)).status).toBe(200);
    await assignDue();
    expect(await stationOf(site)).toEqual({ station: null, hq: hqId, basis: 'fallback' });
    expect((await change(first, { status: 'active' }, platform)).body.word).toBe('headquarters-inactive');
    await change(other, { status: 'active' }, platform);
    expect((await change(first, { status: 'active' }, platform)).status).toBe(200);
    await assignDue();
    expect(await stationOf(site)).toEqual({ station: first, hq: other, basis: 'area' });
  });
});
