import type pg from 'pg';
import { seal } from '#platform/server/seal.ts';
import { addDevices } from '../fixtures/fixtures.ts';
import type { BenchPanel } from './sia-load.ts';

/** The sealing secret of `product-server.ts`. */
const sealing = new Uint8Array(32).fill(2);
/** Of every panel that encrypts. */
export const benchKey = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const zonesOfPanel = 40;

export type AddedPanel = { id: number; name: string; secret: string } & BenchPanel;

/** Panels in service with 40 zones in one armed group; every other one encrypts. */
export async function addPanels(
  pool: pg.Pool,
  company: number,
  structure: number,
  count: number,
): Promise<AddedPanel[]> {
  const model = { app: 'defcon', solution: 21, hardware: 2101 };
  const devices = await addDevices(pool, company, count, model);
  const ids = devices.map(({ id }) => id);
  await pool.query('UPDATE device SET structure_id = $2 WHERE id = ANY ($1)', [ids, structure]);
  await pool.query("INSERT INTO defcon_panel (id, company_id, service) SELECT unnest($1::integer[]), $2, 'active'", [
    ids,
    company,
  ]);
  await pool.query(
    `INSERT INTO defcon_group (company_id, panel_id, number, name, state, state_at, armed_at)
     SELECT $2, id, 1, 'All', 'armed-away', now() - interval '1 hour', now() - interval '1 hour' FROM unnest($1::integer[]) id`,
    [ids, company],
  );
  await pool.query(
    `INSERT INTO defcon_zone (company_id, panel_id, number, name, groups, detector, reaction)
     SELECT $2, id, n, 'Zone ' || n, '{1}', 'door', 'perimeter' FROM unnest($1::integer[]) id, generate_series(1, $3) n`,
    [ids, company, zonesOfPanel],
  );
  await pool.query(
    `INSERT INTO defcon_path (company_id, panel_id, line, role, supervision) SELECT $2, unnest($1::integer[]), '0', 'primary', 1800`,
    [ids, company],
  );
  const panels = devices.map((device, n) => ({
    ...{ ...device, account: `B${device.id.toString(16).toUpperCase().padStart(6, '0')}` },
    key: n % 2 === 0 ? benchKey : null,
  }));
  const sealed = panels.map(({ id, key }) => (key === null ? null : seal(sealing, key, `sia key ${id}`)));
  await pool.query(
    `INSERT INTO defcon_sia_account (id, company_id, account, encryption, sealed, key_form)
     SELECT n.id, $2, n.account, CASE WHEN n.sealed IS NULL THEN 'none' ELSE 'required' END, n.sealed, CASE WHEN n.sealed IS NULL THEN NULL ELSE 'hex' END
       FROM unnest($1::integer[], $3::text[], $4::bytea[]) AS n (id, account, sealed)`,
    [ids, company, panels.map(({ account }) => account), sealed],
  );
  return panels;
}

/** Incidents of one company, some of them open. */
export async function addIncidents(pool: pg.Pool, company: number, structure: number, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, rank, subject_type, subject_id, subject_name, structure_id, condition, disposition, count,
                        first_at, last_at, closed_at, search)
     SELECT $1, 'defcon', 'intrusion', 'intrusion', 'problem', 1 + n % 3, 'panel-group', 1000000 + n, 'Panel ' || n, $2, 'active',
            CASE WHEN n % 2 = 0 THEN 'open' ELSE 'terminated' END, 1, now() - n * interval '30 seconds', now() - n * interval '30 seconds',
            CASE WHEN n % 2 = 0 THEN NULL ELSE now() - n * interval '20 seconds' END, 'panel ' || n
       FROM generate_series(1, $3) n`,
    [company, structure, count],
  );
  // As autovacuum leaves them.
  await pool.query('VACUUM ANALYZE');
}
