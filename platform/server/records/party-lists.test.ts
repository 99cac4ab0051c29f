import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import type { ListQuery, ListSpec } from '../../common/list.ts';
import { inSystem, inTenant, queryText } from '../postgres/database.ts';
import { findIds } from './rows.ts';

type Incident = { id: number; company: number; level: number; open: boolean; site: string; search: string };
type Party = { incident: number; company: number; reads: boolean; site: string; search: string };

let app: Rasid;
let incidents: Incident[];
let parties: Party[];

// Park and Miller: the same rows in each run.
let state = 20_271_128;
const below = (count: number) => {
  state = (state * 48_271) % 2_147_483_647;
  return state % count;
};
const sites = ['dock', 'hall', 'roof'];
const names = ['fire alarm', 'water leak', 'open gate'];
const one = <T>(list: readonly T[]) => list[below(list.length)] as T;

beforeAll(async () => {
  app = await rasid();
  incidents = Array.from({ length: 240 }, (_, n) => ({
    id: n + 1,
    company: 1 + below(4),
    level: below(3),
    open: below(2) === 0,
    site: one(sites),
    search: one(names),
  }));
  parties = incidents.flatMap(({ id, company }) =>
    [1, 2, 3, 4]
      .filter((party) => party !== company && below(3) === 0)
      .map((party) => ({ incident: id, company: party, reads: below(4) > 0, site: one(sites), search: one(names) })),
  );
  await app.kit.pool.query(`
    CREATE TABLE incident (id integer PRIMARY KEY, company_id integer NOT NULL, level integer NOT NULL, open boolean NOT NULL,
                           site text NOT NULL, search text NOT NULL);
    CREATE TABLE incident_party (incident_id integer NOT NULL, company_id integer NOT NULL, owner_id integer NOT NULL, reads boolean NOT NULL,
                                 site text NOT NULL, search text NOT NULL, PRIMARY KEY (incident_id, company_id));
    SELECT rasid_shared_rows('incident_party', '{company_id,owner_id}');
    SELECT rasid_shared_rows('incident', parties => 'incident_party', link => 'incident_id')`);
  const text = `WITH added AS (
       INSERT INTO incident SELECT i.id, i.company, i.level, i.open, i.site, i.search FROM jsonb_to_recordset($1::jsonb)
         AS i(id integer, company integer, level integer, open boolean, site text, search text) RETURNING id, company_id)
     INSERT INTO incident_party SELECT a.id, p.company, a.company_id, p.reads, p.site, p.search FROM jsonb_to_recordset($2::jsonb)
         AS p(incident integer, company integer, reads boolean, site text, search text) JOIN added a ON a.id = p.incident`;
  const values = [JSON.stringify(incidents), JSON.stringify(parties)];
  await inSystem(app.kit.db, (tx) => queryText(tx, { text, values }));
});
afterAll(() => app.close());

const spec: ListSpec = { search: ['site'], filter: ['site', 'level'], sort: ['id', 'level', 'attention'] };
const find = (companies: readonly number[], query: ListQuery, more: Partial<ListSpec> = {}) => {
  const scope = { companies, userId: null, actingFor: null };
  return inTenant(app.kit.db, scope, (tx) =>
    findIds(tx, {
      table: 'incident',
      spec: { ...spec, ...more },
      query,
      scope,
      columns: { attention: [sql`(NOT t.open)`, sql`t.level`] },
      shared: { table: 'incident_party', link: 'incident_id', columns: { site: sql`p.site` } },
    }),
  );
};

/** What a company sees of each row: as the owner its own values, as a party those of the party. */
function seenBy(companies: readonly number[]): Incident[] {
  return incidents.flatMap((row) => {
    if (companies.includes(row.company)) return [row];
    const [first] = parties
      .filter(({ incident, company, reads }) => incident === row.id && reads && companies.includes(company))
      .sort((a, b) => a.company - b.company);
    return first ? [{ ...row, site: first.site, search: first.search }] : [];
  });
}
const keysOf = (field: string, { id, level, open }: Incident) =>
  field === 'id' ? [id] : field === 'level' ? [level, id] : [open ? 0 : 1, level, id];
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] as number) - (b[at] as number);
}
function expected(companies: readonly number[], { search, sort, filters, skip, limit }: ListQuery) {
  const { field, direction } = sort ?? { field: 'id', direction: 'desc' as const };
  const found = seenBy(companies)
    .filter((row) => !search || row.search.includes(search))
    .filter((row) => !filters.site || filters.site.includes(row.site))
    .filter((row) => !filters.level || filters.level.includes(String(row.level)))
    .sort((a, b) => compare(keysOf(field, a), keysOf(field, b)) * (direction === 'asc' ? 1 : -1));
  return { ids: found.slice(skip, skip + limit).map(({ id }) => id), totalRecords: found.length };
}

const query = (more: Partial<ListQuery>): ListQuery => ({
  limit: 10,
  skip: 0,
  total: true,
  filters: {},
  ranges: {},
  ...more,
});
const filtered: readonly ListQuery['filters'][] = [
  {},
  { site: ['dock', 'roof'] },
  { level: ['0', '2'], site: ['hall'] },
];
const sorts = (['id', 'level', 'attention'] as const).flatMap((field) =>
  (['asc', 'desc'] as const).map((direction) => ({ field, direction })),
);

test.each([[[1]], [[2, 3]], [[1, 2, 3, 4]], [[9]]])(
  'a list with parties is that of all rows which the companies %j see',
  async (companies) => {
    for (const sort of [undefined, ...sorts])
      for (const search of [undefined, 'leak'])
        for (const filters of filtered)
          for (const [skip, limit] of [
            [0, 10],
            [10, 10],
            [35, 50],
          ] as const) {
            const asked = query({ skip, limit, filters, ...(sort ? { sort } : {}), ...(search ? { search } : {}) });
            expect(await find(companies, asked)).toEqual(expected(companies, asked));
          }
  },
);

test('the count of a list with parties stops at its limit', async () => {
  const all = expected([1], query({})).totalRecords;
  expect(await find([1], query({}), { countUpTo: 20 })).toMatchObject({ totalRecords: 21 });
  expect(await find([1], query({}), { countUpTo: 1000 })).toMatchObject({ totalRecords: all });
  expect(await find([1], query({ total: false }))).toMatchObject({ totalRecords: null });
});

test('a party does not find a row by what only its owner knows', async () => {
  const [hidden] = parties.filter(({ incident, company, reads, site, search }) => {
    const row = incidents[incident - 1] as Incident;
    return reads && company === 1 && site !== row.site && search !== row.search;
  });
  const row = incidents[(hidden as Party).incident - 1] as Incident;
  const ids = async (more: Partial<ListQuery>) => (await find([1], query({ limit: 240, ...more }))).ids;
  expect(await ids({})).toContain(row.id);
  expect(await ids({ filters: { site: [row.site] } })).not.toContain(row.id);
  expect(await ids({ search: row.search })).not.toContain(row.id);
});
