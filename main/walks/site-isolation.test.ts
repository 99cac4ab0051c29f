import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantable } from '#core/permissions/server/available.ts';
import type { SampleRecords } from '#platform/server/isolation.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';
import {
  callRoute,
  companyWide,
  hasParameters,
  isPlatformOnly,
  isPublicRoute,
  manifests,
  owners,
  sampleRecords,
  shared,
  walkedRoutes,
} from './registered-routes.ts';

let app: Rasid;
/** An operator of the company that the records belong to. */
let person: TestPerson;
let personId: number;
let records: SampleRecords;
/** A site of the company at which there is nothing. */
let elsewhere: number;

beforeAll(async () => {
  app = await rasid();
  records = await sampleRecords(app);
  person = await app.signIn('operator@rasid.test');
  personId = (await person.call('GET', '/session')).body.data.user.id;
  const { rows } = await app.kit.pool.query(
    `INSERT INTO structure (company_id, name, country_id) SELECT company_id, 'Elsewhere', country_id FROM structure WHERE id = $1 RETURNING id`,
    [records.structure],
  );
  elsewhere = rows[0].id;
});
afterAll(() => app.close());

/** Allows the person everything elsewhere, and these actions at all other sites, in every app. */
async function permit(isAllowedHere: (action: string) => boolean) {
  const { pool, apps } = app.kit;
  await pool.query('DELETE FROM permission_group_member WHERE user_id = $1', [personId]);
  for (const { id } of manifests.filter(({ kind }) => kind === 'solution')) {
    const granted = Object.entries(grantable(apps, id, 'Customer'));
    for (const isElsewhere of [true, false]) {
      const grants = granted
        .map(([entity, all]) => ({ entity, actions: all.filter((action) => isElsewhere || isAllowedHere(action)) }))
        .filter(({ actions }) => actions.length > 0);
      await pool.query(
        `WITH made AS (INSERT INTO permission_group (company_id, app_id, name) VALUES ($1, $2, gen_random_uuid()::text) RETURNING id, company_id),
              member AS (INSERT INTO permission_group_member (group_id, company_id, user_id) SELECT id, company_id, $3 FROM made),
              site AS (INSERT INTO permission_group_resource (group_id, company_id, resource)
                       SELECT made.id, made.company_id, s.id::text FROM made JOIN structure s ON s.company_id = made.company_id WHERE (s.id = $4) = $5)
         INSERT INTO permission_group_grant (group_id, company_id, entity, actions)
         SELECT made.id, made.company_id, g.entity, ARRAY(SELECT jsonb_array_elements_text(g.actions))
           FROM made, jsonb_to_recordset($6) AS g(entity text, actions jsonb)`,
        [records.company, id, personId, elsewhere, isElsewhere, JSON.stringify(grants)],
      );
    }
  }
}

const isOfSites = ({ name }: Entry) => !companyWide.some(([pattern]) => pattern.test(name));
const checkedRoutes = walkedRoutes.filter(
  (entry) => !isPublicRoute(entry) && !isPlatformOnly(entry) && !shared.has(entry.name),
);
type Entry = (typeof walkedRoutes)[number];
const idsOf = ({ name, app: of }: Entry) => owners.find(([pattern]) => pattern.test(name))?.[1](records, of);
const ofRecords = checkedRoutes.filter((entry) => hasParameters(entry) && isOfSites(entry));
/** Anyone who may read a record may have it printed. */
const isPrint = ({ name }: Entry) => /^POST .*\/(print|report)$/.test(name);

describe('a person who sees the records of a site and acts at another one', () => {
  beforeAll(() => permit((action) => action === 'read'));

  test.each(ofRecords.filter((entry) => entry.route.method !== 'GET' && !isPrint(entry)))(
    'may not $name',
    async (entry) => {
      const reply = await callRoute(person, entry, idsOf(entry));
      expect([403, 404], JSON.stringify(reply.body)).toContain(reply.status);
    },
  );
});

describe('a person who sees only another site', () => {
  let hidden: string[];
  beforeAll(async () => {
    await permit(() => false);
    // Names that no model and no other record has.
    for (const [table, column] of [
      ['structure', 'name'],
      ['device', 'name'],
      ['alarm', 'subject_name'],
    ])
      await app.kit.pool.query(
        `UPDATE ${table} SET ${column} = 'Hidden ${table} ' || id WHERE company_id = $1 AND id <> $2`,
        [records.company, table === 'structure' ? elsewhere : 0],
      );
    hidden = ['Hidden structure', 'Hidden device', 'Hidden alarm'];
  });

  test.each(
    ofRecords.filter((entry) => isPrint(entry) || (entry.route.method === 'GET' && entry.app.kind === 'solution')),
  )('gets no event of $name', async (entry) => {
    const reply = await callRoute(person, entry, idsOf(entry));
    expect([403, 404], JSON.stringify(reply.body)).toContain(reply.status);
  });

  test.each(checkedRoutes.filter((entry) => entry.route.method === 'GET' && isOfSites(entry)))(
    '$name names no site, device or alarm of the others',
    async (entry) => {
      const reply = await callRoute(person, entry, idsOf(entry));
      const text = JSON.stringify(reply.body ?? '');
      expect(hidden.filter((name) => text.includes(name))).toEqual([]);
    },
  );
});
