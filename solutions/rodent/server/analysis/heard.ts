import { sql } from 'kysely';
import { runPrepared, type Tx } from '#platform/server/postgres/database.ts';

/** When a trap has reported, in ms since 1970, and for how long it may be silent in between. */
export type Heard = { deviceId: number; times: readonly number[]; silenceMs: number };

/** From one message to another of a trap. */
type Span = { deviceId: number; from: number; to: number; silenceMs: number };

/** The spans of messages without a longer silence within them. */
export function spansOf({ deviceId, times, silenceMs }: Heard): Span[] {
  const spans: Span[] = [];
  for (const at of times.toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && at - last.to <= silenceMs) last.to = at;
    else spans.push({ deviceId, from: at, to: at, silenceMs });
  }
  return spans;
}

/**
 * Adds the times of messages to those in which their traps were heard, in any order and again: messages that come late
 * close the silence that they were in. The caller holds the locks of the traps (`lockTraps`).
 */
export async function recordHeard(tx: Tx, heard: readonly Heard[]): Promise<void> {
  const all = heard.map(spansOf);
  // Most traps have reported in order, which makes one of their spans longer.
  const single = all.flatMap((spans) => (spans.length === 1 ? spans : []));
  const done = await extendHeard(tx, single);
  const left = [...single.filter((_, n) => !done.has(n)), ...all.flatMap((spans) => (spans.length > 1 ? spans : []))];
  if (left.length === 0) return;
  await sql`
    WITH n AS (SELECT * FROM ${rowsOf(left)}),
         met AS (DELETE FROM rodent_heard t USING n WHERE ${touches} RETURNING t.device_id, t.from_at, t.to_at),
         parts AS (SELECT device_id, from_at, to_at FROM n UNION SELECT * FROM met),
         limits AS (SELECT device_id, max(silence) AS silence FROM n GROUP BY 1),
         marked AS (SELECT p.*, p.from_at > max(p.to_at) OVER before + l.silence IS NOT FALSE AS begins
                      FROM parts p JOIN limits l USING (device_id)
                    WINDOW before AS (PARTITION BY p.device_id ORDER BY p.from_at, p.to_at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)),
         numbered AS (SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY device_id ORDER BY from_at, to_at) AS nth FROM marked)
    INSERT INTO rodent_heard (device_id, from_at, to_at)
    SELECT device_id, min(from_at), max(to_at) FROM numbered GROUP BY device_id, nth`.execute(tx);
}

/** Extends the only span that each of these touches. Returns the indices of those that did. */
async function extendHeard(tx: Tx, spans: readonly Span[]): Promise<Set<number>> {
  if (spans.length === 0) return new Set();
  const rows = await runPrepared(
    tx,
    'rodent-extend-heard',
    sql<{ n: number }>`
    WITH n AS (SELECT * FROM ${rowsOf(spans)})
    UPDATE rodent_heard h SET from_at = least(h.from_at, n.from_at), to_at = greatest(h.to_at, n.to_at)
      FROM n JOIN LATERAL (SELECT min(t.id) AS id FROM rodent_heard t WHERE ${touches} HAVING count(*) = 1) o ON true
     WHERE h.id = o.id RETURNING n.n`,
  );
  return new Set(rows.map(({ n }) => n));
}

const touches = sql`t.device_id = n.device_id AND t.to_at >= n.from_at - n.silence AND t.from_at <= n.to_at + n.silence`;

const rowsOf = (spans: readonly Span[]) => sql`
  (SELECT u.device_id, to_timestamp(u.f / 1000) AS from_at, to_timestamp(u.t / 1000) AS to_at, u.s * interval '1 millisecond' AS silence, u.n::integer - 1 AS n
     FROM unnest(${spans.map(({ deviceId }) => deviceId)}::integer[], ${spans.map(({ from }) => from)}::float8[],
                 ${spans.map(({ to }) => to)}::float8[], ${spans.map(({ silenceMs }) => silenceMs)}::float8[]) WITH ORDINALITY AS u (device_id, f, t, s, n)) AS r`;
