import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import { msSql } from '#platform/server/postgres/values.ts';
import type { Quality } from '../common/state-interval.ts';
import { keyOf, type StateOf } from './state-keys.ts';
import type { CurrentState } from './state-machine.ts';

/** The row of a sensor, locked. Times are in ms since 1970. */
export type CurrentRow = StateOf & {
  id: number;
  state: CurrentState;
  /** Until when the passing of time has been taken into account; null if no state has changed by it. */
  advancedAt: number | null;
  /** When to look at it again. */
  dueAt: number | null;
  /** Made from the readings that were stored before. */
  made: boolean;
};

type Stored = {
  id: string;
  device_id: number;
  sensor_id: number;
  channel: string;
  value: number | null;
  since: number;
  quality: Quality;
  last_at: number | null;
  reported: number | null;
  silent: boolean;
  changing_since: number | null;
  changing_quality: Quality | null;
  advanced_at: number | null;
  due_at: number | null;
  made: boolean;
};

const columns = `c.id, c.device_id, c.sensor_id, c.channel, c.value, ${msSql('c.since')} AS since, c.quality, ${msSql('c.last_at')} AS last_at,
  c.reported, c.silent, ${msSql('c.changing_since')} AS changing_since, c.changing_quality, ${msSql('c.advanced_at')} AS advanced_at,
  ${msSql('c.due_at')} AS due_at, c.made`;

const rowOf = (row: Stored): CurrentRow => ({
  id: Number(row.id),
  deviceId: row.device_id,
  sensorId: row.sensor_id,
  channel: row.channel,
  state: {
    value: row.value,
    since: row.since,
    quality: row.quality,
    lastAt: row.last_at,
    reported: row.silent ? undefined : row.reported,
    changing:
      row.changing_since !== null && row.changing_quality !== null
        ? { since: row.changing_since, quality: row.changing_quality }
        : null,
  },
  advancedAt: row.advanced_at,
  dueAt: row.due_at,
  made: row.made,
});

const arraysOf = (all: readonly StateOf[]) => [
  all.map(({ deviceId }) => deviceId),
  all.map(({ sensorId }) => sensorId),
  all.map(({ channel }) => channel),
];

/** Locks the rows of sensors, in an order that all transactions share, and adds those that are missing. */
export async function lockCurrent(tx: Tx, all: readonly StateOf[]): Promise<Map<string, CurrentRow>> {
  const locked = await lockedRows(tx, all);
  const missing = all.filter((one) => !locked.has(keyOf(one)));
  if (missing.length === 0) return locked;
  await queryText(tx, {
    name: 'state-current-add',
    text: `INSERT INTO state_current (device_id, sensor_id, channel, since, quality, silent)
           SELECT d, s, c, now(), 'measured', true FROM unnest($1::integer[], $2::integer[], $3::text[]) AS n(d, s, c) ORDER BY d, s, c
           ON CONFLICT DO NOTHING`,
    values: arraysOf(missing),
  });
  return new Map([...locked, ...(await lockedRows(tx, missing))]);
}

async function lockedRows(tx: Tx, all: readonly StateOf[]): Promise<Map<string, CurrentRow>> {
  const { rows } = await queryText<Stored>(tx, {
    name: 'state-current-lock',
    text: `SELECT ${columns} FROM state_current c JOIN unnest($1::integer[], $2::integer[], $3::text[]) AS n(d, s, c)
               ON c.device_id = n.d AND c.sensor_id = n.s AND c.channel = n.c
            ORDER BY c.device_id, c.sensor_id, c.channel FOR UPDATE OF c`,
    values: arraysOf(all),
  });
  return new Map(rows.map(rowOf).map((row) => [keyOf(row), row]));
}

/** Locks rows by their ids, as `lockCurrent`. */
export async function lockCurrentById(tx: Tx, ids: readonly number[]): Promise<CurrentRow[]> {
  const { rows } = await queryText<Stored>(tx, {
    name: 'state-current-by-id',
    text: `SELECT ${columns} FROM state_current c WHERE id = ANY ($1::bigint[]) ORDER BY c.device_id, c.sensor_id, c.channel FOR UPDATE`,
    values: [ids],
  });
  return rows.map(rowOf);
}

export async function storeCurrent(tx: Tx, rows: readonly CurrentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const states = rows.map(({ state }) => state);
  await queryText(tx, {
    name: 'state-current-store',
    text: `UPDATE state_current c
              SET value = n.value, since = to_timestamp(n.since / 1000), quality = n.quality, last_at = to_timestamp(n.last_at / 1000), reported = n.reported,
                  silent = n.silent, changing_since = to_timestamp(n.changing / 1000), changing_quality = n.changing_quality,
                  advanced_at = to_timestamp(n.advanced_at / 1000), due_at = to_timestamp(n.due_at / 1000), made = true
             FROM unnest($1::bigint[], $2::float8[], $3::float8[], $4::text[], $5::float8[], $6::float8[], $7::boolean[], $8::float8[], $9::text[], $10::float8[], $11::float8[])
                  AS n (id, value, since, quality, last_at, reported, silent, changing, changing_quality, advanced_at, due_at)
            WHERE c.id = n.id`,
    values: [
      rows.map(({ id }) => id),
      states.map(({ value }) => value),
      states.map(({ since }) => since),
      states.map(({ quality }) => quality),
      states.map(({ lastAt }) => lastAt),
      states.map(({ reported }) => reported ?? null),
      states.map(({ reported }) => reported === undefined),
      states.map(({ changing }) => changing?.since ?? null),
      states.map(({ changing }) => changing?.quality ?? null),
      rows.map(({ advancedAt }) => advancedAt),
      rows.map(({ dueAt }) => dueAt),
    ],
  });
}
