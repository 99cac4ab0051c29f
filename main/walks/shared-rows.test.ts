import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SampleRecords, SharedSide } from '#platform/server/isolation.ts';
import { inTenant, queryText } from '#platform/server/postgres/database.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';
import {
  callRoute,
  hasParameters,
  type Ids,
  isPlatformOnly,
  isPublicRoute,
  owners,
  type Registered,
  sampleRecords,
  shared,
  sharedSides,
  walkedRoutes,
} from './registered-routes.ts';

type Catalogued = {
  table_name: string;
  owners: string[];
  sides: string[];
  parties: string | null;
  part_of: string | null;
};

let app: Rasid;
let records: SampleRecords;
beforeAll(async () => {
  app = await rasid();
  records = await sampleRecords(app);
});
afterAll(() => app.close());

/** Routes with the records of one company. */
const ofRecords = walkedRoutes.filter(
  (entry) => hasParameters(entry) && !isPublicRoute(entry) && !isPlatformOnly(entry) && !shared.has(entry.name),
);
const idsOf = ({ name, app: of }: Registered): Ids =>
  owners.find(([pattern]) => pattern.test(name))?.[1](records, of) ?? {};
const isRefused = (status: number) => status === 403 || status === 404;

/** A person who acts for this company alone, although a contract would also let it act for the owner. */
async function callerOf(email: string): Promise<{ person: TestPerson; userId: number; companyId: number }> {
  const person = await app.signIn(email);
  const { user, company } = (await person.call('GET', '/session')).body.data;
  const headers = { 'customer-id': String(company.id) };
  return {
    person: {
      token: person.token,
      call: (method, path, options = {}) =>
        person.call(method, path, { ...options, headers: { ...options.headers, ...headers } }),
    },
    userId: user.id,
    companyId: company.id,
  };
}

type Caller = Awaited<ReturnType<typeof callerOf>>;

const one = async (statement: string, values: readonly unknown[] = []) =>
  (await app.kit.pool.query(statement, [...values])).rows[0];
const setContract = ({ companyId }: Caller, status: 'engaged' | 'disengaged') =>
  app.kit.pool.query('UPDATE company_relation SET status = $3 WHERE provider_id = $1 AND client_id = $2', [
    companyId,
    records.company,
    status,
  ]);
async function begin(side: SharedSide, caller: Caller): Promise<void> {
  if (side.end === 'contract') await setContract(caller, 'engaged');
  await side.begin({ one, records, companyId: caller.companyId });
}
async function end(side: SharedSide, caller: Caller): Promise<void> {
  if (side.end === 'contract') await setContract(caller, 'disengaged');
  else await side.end({ one, records, companyId: caller.companyId });
}
const answerOf = ({ answers }: SharedSide, { name }: Registered) => answers.find(([pattern]) => pattern.test(name));
/** The answer of a route to a company, and whether it is a refusal. */
async function call({ person }: Caller, entry: Registered, ids = idsOf(entry)) {
  const { status, body } = await callRoute(person, entry, ids);
  return { refused: isRefused(status), line: `${entry.name}: ${status} ${JSON.stringify(body?.word ?? '')}` };
}

/** Which tables show the caller the record or its parts, and whether its live events reach the company. */
async function seen(side: SharedSide, { companyId, userId }: Caller): Promise<{ tables: string[]; events: boolean }> {
  const id = side.record(records);
  const { rows } = await inTenant(app.kit.db, { companies: [companyId], userId, actingFor: companyId }, (tx) =>
    queryText<{ table: string }>(tx, {
      text: Object.entries({ [side.table]: side.key ?? 'id', ...side.parts })
        .map(([table, column]) => `SELECT DISTINCT '${table}' AS "table" FROM ${table} WHERE ${column} = $1`)
        .join(' UNION ALL '),
      values: [id],
    }),
  );
  const { events } = await one(
    `SELECT $2 = ANY (${side.table}_audience(t)) AS events FROM ${side.table} t WHERE ${side.key ?? 'id'} = $1`,
    [id, companyId],
  );
  return { tables: rows.map(({ table }) => table), events };
}

describe.each(sharedSides.map((side) => [side.table, side.side, side] as const))(
  'a %s by %s',
  (_table, _side, side) => {
    let caller: Caller;
    beforeAll(async () => {
      caller = await callerOf(side.caller);
    });
    const answering = ofRecords.filter((entry) => answerOf(side, entry));
    const answers = (entry: Registered) =>
      call(caller, entry, answerOf(side, entry)?.[1]?.(records, caller.companyId) ?? idsOf(entry));

    test('is seen with its parts, and its live events reach the company', async () => {
      await begin(side, caller);
      expect(await seen(side, caller)).toEqual({
        tables: [side.table, ...Object.keys(side.parts ?? {})],
        events: true,
      });
    });

    test('is the answer of the declared routes', async () => {
      const wrong: string[] = [];
      for (const entry of answering) {
        await begin(side, caller);
        const { refused, line } = await answers(entry);
        if (refused) wrong.push(line);
      }
      expect(wrong).toEqual([]);
      expect(answering.length).toBeGreaterThan(0);
    });

    test('is hidden after the end, also from the declared routes', async () => {
      await begin(side, caller);
      await end(side, caller);
      expect(await seen(side, caller)).toEqual({ tables: [], events: false });
      const wrong: string[] = [];
      for (const entry of answering) {
        const { refused, line } = await answers(entry);
        if (!refused) wrong.push(line);
      }
      expect(wrong).toEqual([]);
    });
  },
);

/** All sides that a caller can be at once: of the sides of a table, one in each round. */
const rounds = [...Map.groupBy(sharedSides, ({ caller }) => caller)].flatMap(([caller, sides]) => {
  const tables = [...Map.groupBy(sides, ({ table }) => table).values()];
  return Array.from({ length: Math.max(...tables.map(({ length }) => length)) }, (_, index) => ({
    caller,
    round: index + 1,
    sides: tables.flatMap((of) => of[Math.min(index, of.length - 1)] ?? []),
  }));
});
/** What a contract opens to the company that works by it. */
const contractSides = sharedSides.filter(({ table }) => table === 'company_relation');

test.each(rounds)(
  'no other route shows $caller a record of the owner (round $round)',
  async ({ caller: email, round, sides }) => {
    const caller = await callerOf(email);
    for (const side of sides) await begin(side, caller);
    const declared = [...sides, ...(sides.some((side) => side.end === 'contract') ? contractSides : [])];
    const wrong: string[] = [];
    for (const entry of ofRecords.filter((route) => !declared.some((side) => answerOf(side, route)))) {
      // The limits are for all callers of the test.
      if (round > 1 && entry.route.limitPerMinute) continue;
      const { refused, line } = await call(caller, entry);
      if (!refused) wrong.push(line);
    }
    expect(wrong).toEqual([]);
  },
);

describe('the catalogue of rows that several companies see', () => {
  test('each of its sides has a caller above, and each table of parts is named', async () => {
    const { rows } = await app.kit.pool.query<Catalogued>('SELECT * FROM rasid_shared_row');
    const sidesOf = ({ owners: own, sides, parties }: Catalogued) => [
      ...(own.length > 1 ? own : []),
      ...sides,
      ...(parties === null ? [] : ['parties']),
    ];
    const sides = rows.flatMap((row) => sidesOf(row).map((side) => `${row.table_name} ${side}`));
    expect(sharedSides.map(({ table, side }) => `${table} ${side}`).sort()).toEqual(sides.sort());
    const parts = rows.flatMap((row) => (row.part_of === null ? [] : [row.table_name]));
    const named = new Set(sharedSides.flatMap((side) => Object.keys(side.parts ?? {})));
    expect([...named].sort()).toEqual(parts.sort());
  });

  test('has every table whose policy asks for more than the company of the row', async () => {
    const { rows } = await app.kit.pool.query(`
      SELECT c.relname AS table FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
       WHERE p.polname = 'tenant' AND c.relname NOT IN (SELECT table_name FROM rasid_shared_row)
         AND pg_get_expr(p.polqual, p.polrelid) <> '(company_id = ANY (( SELECT rasid_companies() AS rasid_companies)::integer[]))'`);
    expect(rows).toEqual([{ table: 'company' }]);
  });
});
