import { expect, test } from 'vitest';
import { openPool } from '#platform/server/postgres/database.ts';
import { statementsBelow } from '../../tools/statements/statements.mjs';
import { demoDatabase } from '../testing.ts';

/** Statements whose tables or columns are only known at run time, by file. The list may only become shorter. */
const unknown = {
  'core/device-requests/server/demo.ts': 1,
  'core/market/server/named-products.ts': 1,
  'core/market/server/package-models.ts': 1,
  'core/market/server/product-rows.ts': 1,
  'core/market/server/products.ts': 1,
  'core/orders/server/order-rows.ts': 1,
  'core/packages/server/codes.ts': 1,
  'core/packages/server/index.ts': 1,
  'core/support/server/messages.ts': 2,
  'core/tracking/server/people/demo.ts': 1,
  'core/tracking/server/people/erase.ts': 1,
  'platform/server/due.ts': 1,
  'platform/server/outbox.ts': 2,
  'platform/server/records/import.ts': 2,
  'platform/server/records/lifecycle.ts': 1,
  'platform/server/records/reader.ts': 1,
  'platform/server/records/records.ts': 1,
  'platform/server/records/rows.ts': 1,
  'platform/server/records/writer.ts': 3,
  'platform/server/retention/run-retention.ts': 3,
  'platform/server/webhooks/deliveries.ts': 6,
};
/** Pieces of SQL that are part of no prepared statement: those within the query builder, and those of the statements above. */
const unreachedAtMost = 165;

const isPrepared = (text: string) => /^\s*\(?\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|MERGE|VALUES)\b/i.test(text);

test('PostgreSQL accepts every statement of the product: its tables, columns, functions and types', async () => {
  const { statements, templates, unreached } = statementsBelow(['platform', 'core', 'solutions']);
  const database = await demoDatabase();
  const pool = openPool(database.url, { max: 1 });
  const client = await pool.connect();
  const refused: string[] = [];
  let prepared = 0;
  for (const { place, texts } of statements)
    for (const text of texts.filter(isPrepared)) {
      prepared++;
      await client
        .query(`PREPARE statement_${prepared} AS ${text}`)
        .catch((error: Error) => refused.push(`${place}: ${error.message}\n${text}`));
    }
  client.release(true);
  await pool.end();
  await database.drop();
  console.log(`${prepared} texts of ${statements.length} statements and ${templates} pieces of SQL were prepared.`);
  expect(refused).toEqual([]);
  expect(prepared).toBeGreaterThan(1000);

  const counts: Record<string, number> = {};
  for (const { place, texts } of statements) {
    const file = place.replace(/:\d+$/, '');
    if (texts.length === 0) counts[file] = (counts[file] ?? 0) + 1;
  }
  expect(counts).toEqual(unknown);
  expect(unreached.length, unreached.join(', ')).toBeLessThanOrEqual(unreachedAtMost);
});
