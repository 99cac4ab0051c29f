import { sql } from 'kysely';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { Kit } from '#platform/server/kit.ts';
import { oncePerMinute } from '#platform/server/monitoring/once-per-minute.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { settleCodes } from './codes/code-sync.ts';
import { publishAccess } from './live-topics.ts';
import { settleOpenings } from './openings.ts';

declare module '#platform/server/signals.ts' {
  interface Signals {
    /** The outcomes of openings of these locks are known. */
    'locks.settled': { ids: readonly number[] };
  }
}

/** The commands by which locks are opened, closed and given codes. */
const settledMethods: ReadonlySet<string> = new Set([
  'unlock',
  'lock',
  'setCode',
  'deleteCode',
  'setCard',
  'deleteCard',
]);

const settledOf = ({ commands }: DomainEvents['command.ended']): number[] =>
  commands.flatMap(({ id, method }) => (settledMethods.has(method) ? [id] : []));

/**
 * Records the ended commands of locks in the transaction in which they end, possibly that of a batch of telemetry: it locks
 * no row that people may be changing.
 */
export async function recordEnded({ tx, actor }: Emitting, event: DomainEvents['command.ended']): Promise<void> {
  const ids = settledOf(event);
  if (ids.length === 0) return;
  await bypassRls(tx, actor.scope, () =>
    sql`INSERT INTO access_ended_command (command_id) SELECT id FROM unnest(${ids}::bigint[]) AS e (id) ORDER BY id ON CONFLICT DO NOTHING`.execute(
      tx,
    ),
  );
}

/** Settles the openings and codes of commands that have ended. */
export const dueEnded = dueBatch<{ id: number }>(
  'access.ended-commands',
  { table: 'access_ended_command', key: 'command_id', at: 'at' },
  500,
  async (context, due) => {
    const { tx, kit, afterCommit } = context;
    const ids = due.map(({ id }) => id);
    const settled = [...(await settleOpenings(context, ids)), ...(await settleCodes(context, ids))];
    await sql`DELETE FROM access_ended_command WHERE command_id = ANY (${ids}::bigint[])`.execute(tx);
    afterCommit(() => {
      if (settled.length > 0) kit.signals.send('locks.settled', { ids: settled.map(({ deviceId }) => deviceId) });
      for (const companyId of new Set(settled.map((one) => one.companyId))) publishAccess(kit, companyId);
    });
  },
);

const settling = new WeakMap<Kit, Promise<void>>();

/** Settles at once what has ended, in the process in which it ended. What fails is due in a worker. */
export function settleSoon(kit: Kit, event: DomainEvents['command.ended']): void {
  if (settledOf(event).length === 0) return;
  const before = settling.get(kit) ?? Promise.resolve();
  const settled = before
    .then(async () => void (await dueEnded.doNext(kit)))
    .catch((error: Error) => oncePerMinute(kit.log).write('warn', { err: error }, 'settling openings failed'));
  settling.set(kit, settled);
}
