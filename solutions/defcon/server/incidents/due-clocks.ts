import { escalateBySystem, logAlarm, moveDesk, releaseAlarms, ringAgain } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import { refusalWithin } from '#platform/server/records/savepoint.ts';
import type { Settings } from '../../common/settings/setting.ts';
import { callPolice } from './call-police.ts';
import { ackSeconds, type Clock, type Due, first, setClocks, stopClocks, type Waiting, waitingOf } from './clocks.ts';

/** How long after the administrators were called the police is. */
const policeAfterSeconds = 60;

const goesToPolice = ({ role, rank, kind, policeResponse }: Waiting, { autoPolice }: Settings): boolean =>
  role === 'monitor' && rank === 1 && policeResponse && autoPolice.some((one) => one === kind);

/** What an incident waits for after something was due. `rung`: still nobody has taken it. */
function afterwards({ clock, rung }: { clock: Clock; rung: boolean }, one: Waiting, rules: Settings): Due {
  if (clock === 'ring' && rung) return { clock: 'administrators', seconds: ackSeconds(one, rules) };
  if (clock === 'administrators' && rung)
    return goesToPolice(one, rules) ? { clock: 'police', seconds: policeAfterSeconds } : null;
  // The police could not be called.
  return clock === 'police' && one.role === 'monitor' && !one.isTaken ? null : first(one, rules);
}

/** Calls the police for what nobody has taken. If it cannot be called, the timeline says why. */
async function callForNobody(context: Emitting, one: Waiting): Promise<void> {
  let police: object = {};
  const refusal = await refusalWithin(context.tx, async () => {
    police = await callPolice(context, one, { by: { role: one.role, companyId: one.deskId } });
  });
  if (refusal === null) await escalateBySystem(context, one, { action: 'police-called', data: police });
  else await logAlarm(context.tx, one, { action: 'police-not-called', data: { reason: refusal } });
}

type Row = { id: number; clock: Clock };

/** Rings, and calls administrators. Returns the incidents that nobody has taken. */
const ringDue = async (context: Emitting, idsOf: (clock: Clock) => number[]): Promise<Set<number>> =>
  new Set([
    ...(await ringAgain(context, idsOf('ring'), 'all')),
    ...(await ringAgain(context, idsOf('administrators'), 'administrators')),
  ]);

/** Moves incidents that nobody has taken to the police, and from a station to its headquarters. */
async function moveDue(context: Emitting, ids: readonly number[]): Promise<void> {
  for (const one of await waitingOf(context, ids, { lock: true })) {
    if (one.isTaken) continue;
    if (one.role === 'monitor') await callForNobody(context, one);
    if (one.role === 'local' && one.hqCompanyId !== null)
      await moveDesk(context, one.id, { to: one.hqCompanyId, reason: 'not-accepted' });
  }
}

/**
 * What nobody has taken in time rings, then its administrators are called, and at last the police is; what its holder has
 * left alone is free again; what a station has not accepted is again on the desk of its headquarters.
 */
export const dueClocks = dueBatch<Row>(
  'defcon.clocks',
  { table: 'defcon_clock', key: 'alarm_id', at: 'due_at' },
  50,
  async (context, rows) => {
    const clockOf = new Map(rows.map(({ id, clock }) => [id, clock]));
    const idsOf = (...clocks: Clock[]) => rows.flatMap(({ id, clock }) => (clocks.includes(clock) ? id : []));
    const rung = await ringDue(context, idsOf);
    await releaseAlarms(context, idsOf('idle'), 'idle');
    await moveDue(context, idsOf('police', 'station'));
    await stopClocks(context, [...clockOf.keys()]);
    // Somebody may have taken one while its alarm was waited for.
    const now = await waitingOf(context, [...clockOf.keys()]);
    await setClocks(context, now, (one, rules) => {
      const clock = clockOf.get(one.id);
      return clock ? afterwards({ clock, rung: rung.has(one.id) }, one, rules) : null;
    });
  },
);
