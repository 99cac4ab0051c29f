import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type pg from 'pg';

const password = 'Bench@2026';
export type BenchUser = { id: number; email: string; password: string };

export async function addCompany(pool: pg.Pool, name: string, apps: readonly string[]): Promise<number> {
  const inserted = await pool.query<{ id: number }>(
    "INSERT INTO company (name, email, type) VALUES ($1, $2, 'Customer') RETURNING id",
    [name, `${name.toLowerCase()}@bench.test`],
  );
  const id = inserted.rows[0]?.id ?? 0;
  await pool.query('INSERT INTO company_app (company_id, app_id) SELECT $1, unnest($2::text[])', [id, apps]);
  return id;
}

export async function addUser(
  pool: pg.Pool,
  companyId: number,
  email = `user-${companyId}@bench.test`,
): Promise<BenchUser> {
  const inserted = await pool.query<{ id: number }>(
    "INSERT INTO users (company_id, email, first_name, last_name, role, password_hash) VALUES ($1, $2, 'Bench', 'User', 'Admin', $3) RETURNING id",
    [companyId, email, await hash(password)],
  );
  return { id: inserted.rows[0]?.id ?? 0, email, password };
}

type Model = { app: string; solution: number; hardware: number };
const tank: Model = { app: 'swam', solution: 2, hardware: 201 };

/** Devices of a model, water tanks by default, with an active token and a secret each. */
export async function addDevices(
  pool: pg.Pool,
  companyId: number,
  count: number,
  { app, solution, hardware }: Model = tank,
): Promise<{ id: number; name: string; secret: string }[]> {
  const inserted = await pool.query<{ id: number; serial: string }>(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state, activation_at, has_token)
     SELECT $1, $4, $5, $6, 'Device ' || n, 'BENCH-' || $3::text || '-' || n, 'installed', now() - interval '1 year', true FROM generate_series(1, $2) n RETURNING id, serial`,
    [companyId, count, String(companyId), app, solution, hardware],
  );
  const devices = inserted.rows.map(({ id, serial }) => ({ id, name: serial, secret: `secret-${serial}` }));
  await pool.query(
    'INSERT INTO device_credential (device_id, name, secret_hash) SELECT * FROM unnest($1::integer[], $2::text[], $3::bytea[])',
    [
      devices.map((device) => device.id),
      devices.map((device) => device.name),
      devices.map((device) => createHash('sha256').update(device.secret).digest()),
    ],
  );
  return devices;
}

/** Typical rules: two limits with a clear band, one with a duration and one with two sensors. */
export async function addBenchRules(pool: pg.Pool, companyId: number): Promise<void> {
  const rule = (kind: string, severity: string, condition: object, trigger: object = { type: 'simple' }) =>
    pool.query(
      "INSERT INTO alarm_rule (company_id, app, class, kind, name, solution_id, levels) VALUES ($1, 'swam', 'operational', $2, $2, 2, $3)",
      [companyId, kind, JSON.stringify([{ severity, condition, trigger }])],
    );
  await rule('level-high', 'problem', { sensor: 'level', is: '>', value: 3, clearBand: 0.1 });
  await rule('level-low', 'poor', { sensor: 'level', is: '<', value: -1, clearBand: 0.1 });
  await rule(
    'temperature-high',
    'ok',
    { sensor: 'temperature', is: '>', value: 60, clearBand: 1 },
    { type: 'duration', seconds: 60 },
  );
  await rule('no-reading', 'poor', {
    all: [
      { sensor: 'fillPercent', is: '>', value: 100 },
      { sensor: 'level', is: '>', value: 2 },
    ],
  });
}
