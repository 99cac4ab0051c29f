import { type AlarmChange, alarmName } from '#core/alarms/server/api.ts';
import { logDevices } from '#core/devices/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { defcon } from '../../app.ts';
import { ofIncidents } from '../../common/alarms.ts';
import { isArmed } from '../../common/panel/words.ts';
import type { Evaluation } from '../events/evaluation.ts';

/** The name of a kind of incident in each language, for the log of the device, which is read in either. */
export const namesOfKind = (kind: string) => ({
  en: alarmName(defcon, { kind, names: null }, 'en'),
  ar: alarmName(defcon, { kind, names: null }, 'ar'),
});

/** Incidents that the log does not show before they are closed: somebody at the site may be reading it. */
export const isSilent = (kind: string): boolean => kind === 'duress';

/** What just happened at panels, for the logs of their devices: the groups that were armed, and the incidents. */
export async function logPanelLife(
  tx: Tx,
  evaluated: readonly Evaluation[],
  changes: readonly AlarmChange[],
): Promise<void> {
  const raised = changes.filter((change) => change.raised && change.class === ofIncidents && !isSilent(change.kind));
  const lines = evaluated.flatMap(({ panel }) => {
    const device = { id: panel.id, companyId: panel.companyId };
    const armed = [...panel.groups.values()].filter(
      ({ number, state }) => isArmed(state) && !isArmed(panel.stored.groups.get(number)?.state ?? 'disarmed'),
    );
    const incidents = raised.filter(({ devices }) => devices.includes(panel.id));
    return [
      ...armed.map(({ name, number, stateAt }) => ({
        ...{ device, kind: 'armed', data: { group: name ?? String(number) }, at: iso(stateAt) },
      })),
      ...incidents.map(({ kind, at }) => ({
        device,
        kind: 'incident',
        data: { incident: namesOfKind(kind) },
        at: iso(at),
      })),
    ];
  });
  await logDevices(tx, lines, null);
}

/** An incident with the panel in whose log its steps are. */
type OfPanel = { panelId: number | null; companyId: number; kind: string };

/** A step in handling incidents, for the logs of their panels; none of those that must not be known. */
export async function logSteps<Incident extends OfPanel>(
  { tx, actor }: Pick<Emitting, 'tx' | 'actor'>,
  kind: 'incident-taken' | 'police-accepted' | 'police-dispatched' | 'police-on-scene',
  incidents: readonly Incident[],
  dataOf: (incident: Incident) => object,
): Promise<void> {
  const lines = incidents.flatMap((incident) =>
    incident.panelId === null || isSilent(incident.kind)
      ? []
      : [
          {
            ...{ device: { id: incident.panelId, companyId: incident.companyId }, kind },
            data: { incident: namesOfKind(incident.kind), ...dataOf(incident) },
          },
        ],
  );
  await bypassRls(tx, actor.scope, () => logDevices(tx, lines, null));
}

const iso = (ms: number) => new Date(ms).toISOString();
