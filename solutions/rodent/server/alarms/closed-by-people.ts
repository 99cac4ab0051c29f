import { sql } from 'kysely';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { refuse } from '#platform/server/refuse.ts';
import { givenVerdict } from '../../common/hit.ts';
import { addVerdicts, lockHits } from '../hits/verdicts.ts';

const kinds: ReadonlySet<string> = new Set(['catch', 'activation']);
/** What one says of a hit by closing its alarm. */
const closing = givenVerdict.pick({ verdict: true, cause: true }).partial();

/**
 * Who closes the alarm of a trap says by it what its hits were: rejecting means that they were false. A catch among food is
 * not closed before somebody has said what it was.
 */
export async function verdictByClosing(context: Emitting, { alarm, action, stated }: DomainEvents['alarm.closing']) {
  if (alarm.app !== 'rodent' || alarm.deviceId === null || !kinds.has(alarm.kind)) return;
  const { verdict, cause } = closing.parse(stated);
  const given =
    action === 'reject' ? ({ verdict: 'false', ...(cause ? { cause } : {}) } as const) : verdict ? { verdict } : null;
  const { rows } = await sql<{ id: number; presumed: boolean }>`
    SELECT h.id, h.presumed FROM rodent_hit h
     WHERE h.device_id = ${alarm.deviceId} AND h.kind = 'activation' AND h.verdict <> 'service' AND h.at >= ${alarm.firstAt}::timestamptz - interval '1 second'`.execute(
    context.tx,
  );
  if (given) {
    const waiting = rows.filter(({ presumed }) => presumed).map(({ id }) => id);
    await addVerdicts(context, await lockHits(context, waiting), given);
    return;
  }
  if (alarm.kind !== 'catch') return;
  const zone = await context.tx
    .selectFrom('rodentTrap')
    .select('zone')
    .where('id', '=', alarm.deviceId)
    .executeTakeFirst();
  if (zone?.zone === 'interior-food' && rows.some(({ presumed }) => presumed)) throw refuse(409, 'verdict-missing');
}
