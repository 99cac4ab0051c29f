import type pg from 'pg';
import { type ListFixtures, listScale } from './list-fixtures.ts';
import type { YearFixtures } from './year-fixtures.ts';

/** One question as an HTTP request and as a handwritten SQL query. The `result` of both must be equal. */
export type BenchCase = {
  name: string;
  path: (n: number) => string;
  bare: (pool: pg.Pool, n: number) => Promise<string>;
  result: (reply: Reply) => string;
};
export type Reply = { data: unknown; totalRecords?: number };

type ListQuestion = { query: Record<string, string | number>; where?: string; order?: string };

const rowsOf = `SELECT d.*, h.name_en, h.name_ar, h.sensors, s.last_message_at, st.name AS structure_name, f.name AS floor_name, sp.name AS space_name,
       (SELECT json_agg(l) FROM device_latest l WHERE l.device_id = d.id) AS latest
  FROM page JOIN device d USING (id) JOIN device_hardware h ON h.id = d.hardware_id LEFT JOIN device_state s ON s.device_id = d.id
  LEFT JOIN structure st ON st.id = d.structure_id LEFT JOIN floor f ON f.id = d.floor_id LEFT JOIN space sp ON sp.id = d.space_id ORDER BY page.place`;

function listCase(
  name: string,
  company: number,
  { query, where = 'true', order = 'id DESC' }: ListQuestion,
): BenchCase {
  const address = new URLSearchParams({
    limit: '25',
    ...Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
  });
  const from = `FROM device WHERE company_id = ${company} AND app = 'swam' AND ${where}`;
  const text = `WITH page AS (SELECT id, row_number() OVER () AS place FROM (SELECT id ${from} ORDER BY ${order} LIMIT 25 OFFSET ${query.skip ?? 0}) found), total AS (SELECT count(*) AS n ${from})
    SELECT (SELECT n FROM total) AS total, * FROM (${rowsOf}) listed`;
  return {
    name,
    path: () => `/swam/device?${address}`,
    bare: async (pool) => {
      const { rows } = await pool.query<{ id: number; total: string }>(text);
      return `${rows[0]?.total}: ${rows.map((row) => row.id)}`;
    },
    result: ({ data, totalRecords }) => `${totalRecords}: ${(data as { id: number }[]).map((row) => row.id)}`,
  };
}

function chartCase({ charts, chartEnd }: ListFixtures): BenchCase {
  const to = new Date(Date.parse(chartEnd) + 60_000).toISOString();
  const from = new Date(Date.parse(to) - listScale.chartDays * 86_400_000).toISOString();
  const seconds = (listScale.chartDays * 86_400) / 300;
  // Each chart is of a different device, so that no chart benefits from cached pages.
  const device = (n: number) => charts[(n * 37) % charts.length] ?? 0;
  return {
    name: `chart of one sensor over ${listScale.chartDays} days, measured every minute`,
    path: (n) =>
      `/swam/device/${device(n)}/reading?${new URLSearchParams({ sensors: 'level', from, to, buckets: '300' })}`,
    bare: (pool, n) => barePoints(pool, device(n), from, to, seconds),
    result: replyPoints,
  };
}

async function barePoints(pool: pg.Pool, device: number, from: string, to: string, seconds: number): Promise<string> {
  const { rows } = await pool.query(
    `SELECT date_bin('${seconds} seconds', time, $2::timestamptz) AS t, avg(value) AS mean, min(value) AS low, max(value) AS high
       FROM reading WHERE device_id = $1 AND sensor_id = 11 AND time >= $2 AND time < $3 GROUP BY 1 ORDER BY 1`,
    [device, from, to],
  );
  return rows.map(({ t, low, high }) => `${Date.parse(t)} ${low} ${high}`).join();
}

const replyPoints = ({ data }: Reply): string =>
  (data as { series: { points: number[][] }[] }).series[0]?.points
    .map(([t, , low, high]) => `${t} ${low} ${high}`)
    .join() ?? '';

/** A year of a device with a reading every six seconds, from the hourly sums and from the readings. */
export function yearCase({ device, from, to }: YearFixtures): BenchCase {
  const query = new URLSearchParams({ sensors: 'level', from, to, buckets: '300' });
  return {
    name: 'chart of one sensor over a year, five million readings',
    path: () => `/swam/device/${device}/reading?${query}`,
    bare: (pool) => barePoints(pool, device, from, to, (Date.parse(to) - Date.parse(from)) / 300_000),
    result: replyPoints,
  };
}

export function cases(fixtures: ListFixtures): BenchCase[] {
  const { company, structure } = fixtures;
  const list = (name: string, question: ListQuestion) => listCase(name, company, question);
  return [
    list('first page', { query: {} }),
    list('second page', { query: { skip: 25 } }),
    list('search, rare word', { query: { search: 'falcon' }, where: "search LIKE '%falcon%'" }),
    list('search, common word', { query: { search: 'Roof' }, where: "search LIKE '%roof%'" }),
    list('search, Arabic', { query: { search: 'خزّان' }, where: "search LIKE '%خزان%'" }),
    list('search, part of a serial', { query: { search: '70B3D5000F3E' }, where: "search LIKE '%70b3d5000f3e%'" }),
    list('filter by solution', { query: { solutionId: 17 }, where: 'solution_id = 17' }),
    list('filter by connection', { query: { connection: 'offline' }, where: "connection = 'offline'" }),
    list('filter by structure', { query: { structureId: structure }, where: `structure_id = ${structure}` }),
    list('filter by battery range', {
      query: { 'battery[min]': 0, 'battery[max]': 20 },
      where: 'battery BETWEEN 0 AND 20',
    }),
    list('sort by name', { query: { 'sort[name]': 'asc' }, order: 'name, id' }),
    list('sort by battery', { query: { 'sort[battery]': 'asc' }, order: 'battery, id' }),
    list('sort by creation', { query: { 'sort[createdAt]': 'desc' }, order: 'created_at DESC, id DESC' }),
    chartCase(fixtures),
  ];
}
