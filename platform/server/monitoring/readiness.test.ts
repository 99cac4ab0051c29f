import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openReadiness, type Readiness } from './readiness.ts';

const name = `readiness_${randomBytes(6).toString('hex')}`;
let admin: pg.Client;
const opened: Readiness[] = [];

beforeAll(async () => {
  admin = new pg.Client(inject('databaseUrl'));
  await admin.connect();
});
afterAll(async () => {
  await Promise.all(opened.map((readiness) => readiness.close()));
  await admin.query(`DROP DATABASE IF EXISTS ${name}`);
  await admin.end();
});

const open = () => {
  const readiness = openReadiness(Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).href, null);
  opened.push(readiness);
  return readiness;
};

test('a database without a free connection is a warning, because the open ones continue to serve, and an unavailable one is a reason', async () => {
  await admin.query(`DROP DATABASE IF EXISTS ${name}`);
  await admin.query(`CREATE DATABASE ${name} CONNECTION LIMIT 0`);
  const readiness = open();
  expect([await readiness.ready(), readiness.warnings()]).toEqual([null, ['The database has no free connection.']]);
  await admin.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
  expect([await readiness.ready(), readiness.warnings()]).toEqual([null, []]);
  await readiness.close();
  opened.pop();
  await admin.query(`DROP DATABASE ${name}`);
  const without = open();
  expect([await without.ready(), without.warnings()]).toEqual(['The database does not answer.', []]);
});

test('what a part of the process reports is a reason or a warning until it is no longer watched', async () => {
  const readiness = open();
  const forget = [
    readiness.watch(() => 'It is broken.', 'reason'),
    readiness.watch(() => 'It is strange.', 'warning'),
    readiness.watch(() => null, 'warning'),
  ];
  expect([await readiness.ready(), readiness.warnings()]).toEqual(['It is broken.', ['It is strange.']]);
  for (const one of forget) one();
  expect(readiness.warnings()).toEqual([]);
});
