import { sql } from 'kysely';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import { chargingIn, chargingOf } from '../stays/charging.ts';
import { type SlotFacts, slotFacts } from '../stays/slot-facts.ts';
import { kindsOver } from './over-alarms.ts';
import { looksOf } from './stay-looks.ts';
import { aboutLocation, aboutSlot, slotSubject } from './subjects.ts';

type Taken = { id: number; slotId: number; fromAt: string; toAt: string | null; raised: readonly string[] };
type Found = { slot: SlotFacts; stay: Taken; look: ReturnType<typeof looksOf>[number] };
const atOnce = 500;
/** About the car park, whose alarm stays until the last vehicle has left. */
const aboutClosing = 'left-after-closing';

/** Raises the alarms of vehicles that have stayed for too long, and ends those without a reason, as things stand now. */
export const dueStays = dueBatch<Taken>(
  'alarms of stays',
  { table: 'sparking_stay', at: 'due_at' },
  atOnce,
  async (context, taken) => {
    const { tx } = context;
    const now = Date.now();
    const slots = await slotFacts(
      tx,
      taken.map(({ slotId }) => slotId),
    );
    const bySlot = new Map(slots.map((slot) => [slot.id, slot]));
    const charging = await chargingIn(tx, slots, Math.min(...taken.map(({ fromAt }) => Date.parse(fromAt))));
    const looked = taken.map((stay) => {
      const slot = bySlot.get(stay.slotId);
      if (!slot || stay.toAt !== null) return { id: stay.id, next: null, found: [], over: [], raised: stay.raised };
      const from = Date.parse(stay.fromAt);
      const facts = chargingOf(charging.get(slot.id) ?? [], { from, to: null });
      const looks = looksOf(slot, from, facts);
      const due = looks.filter(({ at }) => at <= now);
      const next = Math.min(...looks.filter(({ at }) => at > now).map(({ at }) => at));
      const fresh = due.filter(({ name }) => !stay.raised.includes(name));
      // Without a subscription nothing is raised, and nothing later that has passed by then.
      const found = slot.isActive ? fresh.map((look): Found => ({ slot, stay, look })) : [];
      const raised = due.map(({ name }) => name);
      if (stay.raised.includes(aboutClosing) && !raised.includes(aboutClosing)) raised.push(aboutClosing);
      const over = kindsOver(stay.raised, raised).map((kind) => ({ ...aboutSlot(slot.companyId, slot.id), kind }));
      return { id: stay.id, next: Number.isFinite(next) ? next : null, found, over, raised };
    });
    await clearAlarms(
      context,
      looked.flatMap(({ over }) => over),
    );
    await raiseFound(
      context,
      looked.flatMap(({ found }) => found),
    );
    await sql`
      UPDATE sparking_stay s SET due_at = to_timestamp(n.next / 1000), raised = ARRAY(SELECT jsonb_array_elements_text(n.raised))
        FROM jsonb_to_recordset(${JSON.stringify(looked.map(({ id, next, raised }) => ({ id, next, raised })))}::jsonb) AS n (id integer, next float8, raised jsonb)
       WHERE s.id = n.id`.execute(tx);
  },
);

async function raiseFound(context: Emitting, found: readonly Found[]): Promise<void> {
  const left = found.filter(({ look }) => look.kind === aboutClosing);
  const others = found.filter(({ look }) => look.kind !== aboutClosing);
  await raiseAlarms(context, [
    ...others.map(({ slot, stay, look: { kind, severity } }) => ({
      ...slotSubject(slot),
      kind,
      severity,
      ...(kind === 'slot-stuck' ? { reason: 'occupied-for-long' } : {}),
      data: { since: stay.fromAt },
    })),
    ...left.map(({ slot }) => ({
      ...aboutLocation(slot),
      kind: aboutClosing,
      severity: 'ok' as const,
      name: slot.locationName,
      structureId: slot.locationId,
      devices: slot.sources.map(({ deviceId }) => deviceId),
      data: { bay: slot.number },
    })),
  ]);
}
