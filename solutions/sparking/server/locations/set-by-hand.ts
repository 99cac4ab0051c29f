import { sql } from 'kysely';
import { correctState } from '#core/states/server/api.ts';
import type { Context } from '#platform/server/serve.ts';
import type { setStates } from '../../common/slot.ts';
import { storeIntervals } from '../stays/kept-intervals.ts';
import { tellingSlots } from '../webhooks/slot-events.ts';
import { occupiedSensor, slotSources } from './slot-sources.ts';

const values = { free: 0, occupied: 1, unknown: null } as const;
type Said = { state: (typeof setStates)[number]; reason: string };

/**
 * Sets the state of a bay by what a person sees there: the states of the sensor that watches it are corrected, until it
 * reports a change. A bay without a sensor keeps what was said.
 */
export async function setByHand(
  context: Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>,
  { id, companyId, locationId }: { id: number; companyId: number; locationId: number },
  { state, reason }: Said,
): Promise<void> {
  const { tx, actor } = context;
  const { rows } = await sql<{ deviceId: number; channel: string }>`
    SELECT o.device_id, o.channel FROM ${slotSources} o WHERE o.space_id = ${id}
     ORDER BY o.priority, o.device_id LIMIT 1`.execute(tx);
  const [source] = rows;
  if (source) {
    await correctState(context, {
      ...source,
      sensorId: occupiedSensor,
      value: values[state],
      reason,
      userId: actor.session.user.id,
    });
    return;
  }
  const by = { state, since: new Date().toISOString(), quality: 'corrected' as const };
  await tellingSlots(
    context,
    async () => [id],
    async () => {
      await tx
        .insertInto('sparkingSlotState')
        .values({ id, companyId, ...by })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(by))
        .execute();
    },
  );
  const start = Date.parse(by.since);
  const said = { from: start, to: null, value: values[state], quality: by.quality };
  await storeIntervals(tx, [{ slotId: id, companyId, locationId, start, states: [said] }]);
}
