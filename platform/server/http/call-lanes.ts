import { type RawBuilder, sql } from 'kysely';
import type { DueWork } from '../due.ts';
import type { Kit } from '../kit.ts';
import { laneBacklog } from '../monitoring/backlogs.ts';
import { inSystem, type Tx } from '../postgres/database.ts';

/** Longer than a call may take: a call of a process that was killed is made again afterwards. */
const leaseSeconds = 30;
const mostAtOnce = 20;
/** How many lanes of one owner may be among the calls that a process makes at once. */
const maxPerOwner = 5;

/**
 * Calls that are stored in the transaction of their cause, and made after its commit. A lane is a receiver: its calls
 * are made one after the other, so that a slow receiver delays nobody else. Nor do many slow receivers of one company
 * delay those of others.
 */
export type CallLanes = {
  /** The table of the lanes, with `id` and `busy_until`. */
  lanes: string;
  /** The table of the calls, with `id`, `lane_id`, `state`, `attempts`, `next_attempt_at` and `reference`. */
  calls: string;
  /** SQL for the company that the lane `l` belongs to. */
  owner: RawBuilder<unknown>;
  /** The pauses between the attempts of a call, in seconds; after the last one it has failed. */
  pauses: readonly number[];
};

/** A call that this process makes now. */
export type ClaimedCall = { id: string; laneId: number; attempts: number };
export type CallState = 'waiting' | 'delivered' | 'failed';

const waiting = sql`state = 'waiting'`;

/** Takes the next call of free lanes, those of the owners with the fewest calls first. Any number of workers may do so at once. */
async function claim<Call extends ClaimedCall>(
  kit: Kit,
  { lanes, calls, owner }: CallLanes,
  limit: number,
): Promise<Call[]> {
  if (limit <= 0) return [];
  const due = sql`${waiting} AND next_attempt_at <= now()`;
  const isFree = sql`(l.busy_until IS NULL OR l.busy_until <= now())`;
  return inSystem(kit.db, async (tx) => {
    const taken = await sql<{ id: number }>`
      WITH lane AS (
        SELECT l.id, d.at, l.busy_until > now() AS busy, ${owner} AS owner FROM ${sql.table(lanes)} l
          LEFT JOIN (SELECT lane_id, min(next_attempt_at) AS at FROM ${sql.table(calls)} WHERE ${due} GROUP BY lane_id) d ON d.lane_id = l.id
         WHERE d.at IS NOT NULL OR l.busy_until > now()),
      turn AS (
        SELECT id, at, row_number() OVER (PARTITION BY owner ORDER BY busy DESC NULLS LAST, at) AS place FROM lane),
      free AS (
        SELECT l.id FROM ${sql.table(lanes)} l JOIN turn t ON t.id = l.id
         WHERE ${isFree} AND t.at IS NOT NULL AND t.place <= ${maxPerOwner}
         ORDER BY t.place, t.at LIMIT ${limit} FOR UPDATE OF l SKIP LOCKED)
      UPDATE ${sql.table(lanes)} l SET busy_until = now() + ${leaseSeconds} * interval '1 second' FROM free WHERE l.id = free.id RETURNING l.id`.execute(
      tx,
    );
    if (taken.rows.length === 0) return [];
    const ids = taken.rows.map((lane) => lane.id);
    // A separate statement: another worker may have made a call and freed its lane since the one above began.
    const claimed = await sql<Call>`
      UPDATE ${sql.table(calls)} c SET attempts = c.attempts + 1, next_attempt_at = now() + ${leaseSeconds} * interval '1 second'
        FROM unnest(${ids}::integer[]) AS taken (id) CROSS JOIN LATERAL (
          SELECT n.id FROM ${sql.table(calls)} n WHERE n.lane_id = taken.id AND ${due} ORDER BY n.next_attempt_at, n.created_at LIMIT 1) AS next
       WHERE c.id = next.id RETURNING c.*`.execute(tx);
    const used = new Set(claimed.rows.map(({ laneId }) => laneId));
    const idle = ids.filter((id) => !used.has(id));
    if (idle.length > 0)
      await sql`UPDATE ${sql.table(lanes)} SET busy_until = NULL WHERE id = ANY (${idle}::integer[])`.execute(tx);
    return claimed.rows;
  });
}

/** Whether a claimed call still belongs to this process, and its next state. Frees the lane. */
export async function settleCall(
  tx: Tx,
  { lanes, calls, pauses }: CallLanes,
  { id, laneId, attempts }: ClaimedCall,
  delivered: boolean,
  tries = pauses.length + 1,
): Promise<CallState | null> {
  const pause = pauses[attempts - 1];
  const state: CallState = delivered ? 'delivered' : attempts >= tries || pause === undefined ? 'failed' : 'waiting';
  const settled = await sql`
    UPDATE ${sql.table(calls)} SET state = ${state}, next_attempt_at = now() + ${pause ?? 0} * interval '1 second'
     WHERE id = ${id} AND attempts = ${attempts} AND state = 'waiting' RETURNING id`.execute(tx);
  if (settled.rows.length === 0) return null;
  await sql`UPDATE ${sql.table(lanes)} SET busy_until = NULL WHERE id = ${laneId}`.execute(tx);
  return state;
}

/** Makes due calls until none is left; `call` settles each. */
export async function makeDueCalls<Call extends ClaimedCall>(
  kit: Kit,
  lanes: CallLanes,
  call: (claimed: Call) => Promise<void>,
): Promise<void> {
  for (let claimed: Call[] = []; ; ) {
    claimed = await claim<Call>(kit, lanes, mostAtOnce);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map(call));
  }
}

/** The calls of the lanes as due work: up to twenty are made at once by each worker. */
export function dueCalls<Call extends ClaimedCall>(
  name: string,
  lanes: CallLanes,
  call: (kit: Kit, claimed: Call) => Promise<void>,
): DueWork {
  const failure = `making the calls of ${lanes.calls} failed`;
  const calls = new WeakMap<Kit, { running: Set<Promise<void>>; ended: boolean }>();
  const callsOf = (kit: Kit) => {
    const known = calls.get(kit) ?? { running: new Set(), ended: false };
    calls.set(kit, known);
    return known;
  };
  const fill = async (kit: Kit): Promise<boolean> => {
    const claimed = await claim<Call>(kit, lanes, mostAtOnce - callsOf(kit).running.size);
    for (const one of claimed) start(kit, one);
    return claimed.length > 0;
  };
  // A call that cannot be made counts as an attempt, so that it is retried and finally given up like any other.
  const fail = async (kit: Kit, claimed: Call, error: Error) => {
    kit.log.error({ err: error }, failure);
    await inSystem(kit.db, (tx) => settleCall(tx, lanes, claimed, false));
  };
  const start = (kit: Kit, claimed: Call) => {
    const own = callsOf(kit);
    const run: Promise<void> = call(kit, claimed)
      .catch((error: Error) => fail(kit, claimed, error))
      // The lane may have a next call at once.
      .then(async () => void (own.ended || (await fill(kit))))
      // Unsettled calls are repeated when their lease ends.
      .catch((error: Error) => kit.log.error({ err: error }, failure))
      .finally(() => own.running.delete(run));
    own.running.add(run);
  };
  return {
    name,
    rows: { table: lanes.calls, at: 'next_attempt_at', where: waiting },
    backlog: laneBacklog(name, lanes.calls),
    doNext: fill,
    async finish(kit) {
      const own = callsOf(kit);
      own.ended = true;
      await Promise.all(own.running);
    },
  };
}

/** The references of calls that have failed permanently; each is returned once. */
export async function takeFailedCalls(tx: Tx, { calls }: Pick<CallLanes, 'calls'>): Promise<string[]> {
  const failed = await sql<{ reference: string }>`
    WITH failed AS (SELECT id, reference FROM ${sql.table(calls)} WHERE reference IS NOT NULL AND state = 'failed' FOR UPDATE SKIP LOCKED),
         taken AS (UPDATE ${sql.table(calls)} c SET reference = NULL FROM failed WHERE c.id = failed.id)
    SELECT reference FROM failed`.execute(tx);
  return failed.rows.map(({ reference }) => reference);
}
