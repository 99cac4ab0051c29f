import { onBatch, type TelemetryBatch } from '#core/telemetry/server/api.ts';
import { emittingWithin } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { tellPanels } from '../panels/live-panels.ts';
import { beginDigests } from '../status/arming-digest.ts';
import { evaluate } from './evaluate.ts';
import { lockPanels, neededFor } from './panel-model.ts';
import { type Heard, heardIn } from './signals.ts';
import { storeEvaluations } from './store-evaluations.ts';

const nothing = () => undefined;

/** Follows the events of panels in the transaction of their messages: what is acknowledged has been understood. */
async function takeEvents(kit: Kit, tx: Tx, { events, device }: TelemetryBatch): Promise<() => void> {
  const heard = new Map<number, Heard[]>();
  for (const event of events) {
    const one = device(event.deviceId)?.app === 'defcon' ? heardIn(event) : null;
    if (one) heard.set(event.deviceId, [...(heard.get(event.deviceId) ?? []), one]);
  }
  if (heard.size === 0) return nothing;
  const panels = await lockPanels(
    tx,
    [...heard].map(([id, of]) => neededFor(id, of)),
  );
  if (panels.size === 0) return nothing;
  const emitting = emittingWithin(kit, tx);
  const evaluated = [...panels.values()].map((panel) => evaluate(panel, heard.get(panel.id) ?? []));
  await storeEvaluations(emitting, evaluated);
  await beginDigests(
    emitting,
    evaluated.flatMap(({ panel, lines }) =>
      lines.flatMap(({ signal }) =>
        signal.meaning.group ? { companyId: panel.companyId, at: signal.receivedAt } : [],
      ),
    ),
  );
  tellPanels(emitting, [...panels.values()]);
  return emitting.run;
}

export const listenToPanels = (kit: Kit): void =>
  onBatch(kit, (tx, batch) => takeEvents(kit, tx, batch), nothing, { forget: nothing });
