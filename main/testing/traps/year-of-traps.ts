type Pool = { query(text: string, values?: unknown[]): Promise<{ rows: { id: number }[] }> };
type At = { company: number; site: number; person: number };

const all = Array.from({ length: 150 }, (_, n) => n + 1);
export const trapNumbers: readonly number[] = all;

/**
 * A site with 150 traps in the year 2025: trap 12 was silent for ten days in March and trap 20 since November, trap 7 was
 * moved from the plan of the hall to that of the dock on 10 May.
 */
export async function addYear(pool: Pool, { company, site, person }: At, plans: { hall: number; dock: number }) {
  await pool.query(
    `WITH d AS (INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, state, has_token, created_at)
                SELECT $1, 'rodent', 28, 2801, 'Trap ' || n, 'YEAR' || n, $2, 'installed', true, '2024-01-01' FROM generate_series(1, 150) n RETURNING id, substr(serial, 5)::integer AS n)
     INSERT INTO rodent_trap (id, company_id, structure_id, number, zone)
     SELECT id, $1, $2, n, CASE WHEN n <= 30 THEN 'interior-food' WHEN n <= 100 THEN 'interior' ELSE 'exterior' END FROM d`,
    [company, site],
  );
  const ofTraps = 'rodent_trap t WHERE t.structure_id = $1';
  await pool.query(
    `INSERT INTO rodent_heard (device_id, from_at, to_at)
     SELECT t.id, h.from_at, h.to_at FROM (SELECT t.id, t.number FROM ${ofTraps}) t CROSS JOIN LATERAL (VALUES
       ('2024-01-02'::timestamptz, CASE t.number WHEN 12 THEN '2025-03-03T10:00Z' WHEN 20 THEN '2025-11-20T08:00Z' ELSE '2026-02-01' END::timestamptz),
       (CASE t.number WHEN 12 THEN '2025-03-13T05:00Z' END::timestamptz, '2026-02-01')) AS h (from_at, to_at) WHERE h.from_at IS NOT NULL`,
    [site],
  );
  await pool.query(
    `INSERT INTO rodent_hit (company_id, device_id, structure_id, kind, at, until_at, verdict)
     SELECT $2, t.id, $1, 'activation', h.at, h.at, CASE WHEN h.n % 3 = 0 THEN 'false' ELSE 'catch' END
       FROM generate_series(0, 639) AS g (n) CROSS JOIN LATERAL (SELECT g.n, '2025-01-02'::timestamptz + g.n * interval '13 hours' AS at) h
       JOIN rodent_trap t ON t.structure_id = $1 AND t.number = 1 + h.n % 150`,
    [site, company],
  );
  await pool.query(
    `WITH v AS (INSERT INTO rodent_visit (company_id, structure_id, number, kind, state, planned_at, started_at, ended_at, signed_by, technician_id)
                SELECT $2, $1, 'V-2025-' || lpad(n::text, 6, '0'), 'planned', 'signed', at, at, at + interval '4 hours', 'Hessa Al Marri', $3
                  FROM generate_series(1, 26) n CROSS JOIN LATERAL (SELECT '2025-01-03T06:00Z'::timestamptz + (n - 1) * interval '14 days' AS at) a RETURNING id, started_at),
          s AS (INSERT INTO rodent_visit_step (subject_id, at, step) SELECT id, started_at + interval '5 hours', 'sign' FROM v),
          r AS (INSERT INTO rodent_recommendation (company_id, visit_id, client_id, text, severity, due_on)
                SELECT $2, min(id), gen_random_uuid(), 'Seal the gap under dock 3', 'poor', '2025-02-01' FROM v),
          m AS (INSERT INTO rodent_material (company_id, visit_id, client_id, at, product, registration, batch, amount, unit, toxic)
                SELECT $2, id, gen_random_uuid(), started_at, 'Brodifacoum block', 'AE-77', 'B-' || id, 40, 'g', true FROM v)
     INSERT INTO rodent_visit_line (company_id, visit_id, device_id, client_id, at, received_at, finding, actions, photos, gone)
     SELECT $2, v.id, t.id, gen_random_uuid(), v.started_at + t.number * interval '1 minute', v.started_at, 'ok', '{}', '{}', false FROM v, ${ofTraps}`,
    [site, company, person],
  );
  await pool.query(
    `INSERT INTO layout_item (layout_id, company_id, device_id, x, y)
     SELECT CASE t.number WHEN 7 THEN $3::integer ELSE $4::integer END, $2, t.id, 0.02 + (t.number % 15) * 0.065, 0.05 + (t.number / 15) * 0.09 FROM ${ofTraps}`,
    [site, company, plans.dock, plans.hall],
  );
  // The history of the plan is written by the database: here as if it had been then.
  await pool.query('ALTER TABLE change_log NO FORCE ROW LEVEL SECURITY');
  await pool.query(
    `WITH moved AS (UPDATE change_log c SET at = CASE WHEN (c.after ->> 'layout_id')::integer = $2::integer THEN '2025-05-10' ELSE '2024-01-02' END::timestamptz,
                           action = CASE WHEN (c.after ->> 'layout_id')::integer = $2::integer THEN 'update' ELSE c.action END,
                           before = CASE WHEN (c.after ->> 'layout_id')::integer = $2::integer THEN c.after || jsonb_build_object('layout_id', $3::integer) END
                     WHERE c.table_name = 'layout_item' AND c.company_id = $1 RETURNING c.id) SELECT count(*)::integer AS id FROM moved`,
    [company, plans.dock, plans.hall],
  );
  await pool.query('ALTER TABLE change_log FORCE ROW LEVEL SECURITY');
}
