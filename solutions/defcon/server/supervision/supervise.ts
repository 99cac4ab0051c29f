import { sql } from 'kysely';
import { setSubjectAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts, type OwnPathState, ownPathStates, watchPaths } from '#core/devices/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { rankOf, severityOf } from '../../common/alarms.ts';
import type { Service } from '../../common/panel/words.ts';
import { monitorsOf, watchedPanels } from '../assignments/watchers.ts';

/** A path is lost once it has been silent for its time and this part of it again. */
const tolerance = 1.2;

type WatchedPath = {
  id: number;
  line: string;
  name: string | null;
  role: 'primary' | 'alternative';
  supervision: number;
  supervisionWhenAlone: number | null;
  isLost: boolean;
};
type WatchedPanel = {
  id: number;
  companyId: number;
  name: string;
  structureId: number | null;
  service: Service;
  isActive: boolean;
  isArmed: boolean;
  /** The primary path first. */
  paths: WatchedPath[];
};

/** The seconds for which a path may be silent: an alternative one has to report more often once the primary is gone. */
function secondsOf({ role, supervision, supervisionWhenAlone }: WatchedPath, isAlone: boolean): number {
  const seconds = role === 'alternative' && isAlone ? (supervisionWhenAlone ?? supervision) : supervision;
  return Math.round(seconds * tolerance);
}

const isPrimaryLost = ({ paths }: WatchedPanel) => paths.some(({ role, isLost }) => role === 'primary' && isLost);

/** Watches the paths of panels as they have been entered, and aligns the alarms about them with what was found. */
export const dueSupervision = dueBatch<{ id: number; panelId: number }>(
  'defcon.supervision',
  { table: 'defcon_supervision', at: 'due_at' },
  500,
  async (context, rows) => {
    const { tx } = context;
    await tx
      .deleteFrom('defconSupervision')
      .where('id', '=', anyOf(rows.map(({ id }) => id)))
      .execute();
    const panels = await supervisedPanels(context, [...new Set(rows.map(({ panelId }) => panelId))]);
    // What became shorter or longer decides only what is lost from now on, so one look at the primary paths is enough.
    const states = await watchPaths(
      context,
      panels,
      panels.flatMap((panel) =>
        panel.paths.map((path) => ({
          ...{ deviceId: panel.id, line: path.line },
          seconds: secondsOf(path, isPrimaryLost(panel)),
        })),
      ),
    );
    await settleAlarms(context, panels, states);
  },
);

async function supervisedPanels({ tx }: Emitting, ids: readonly number[]): Promise<WatchedPanel[]> {
  const { rows } = await sql<WatchedPanel>`
    SELECT p.id, p.company_id, d.name, d.structure_id, p.service, d.is_active,
           EXISTS (SELECT FROM defcon_group g WHERE g.panel_id = p.id AND g.state NOT IN ('disarmed', 'arming')) AS is_armed,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'line', w.line, 'name', w.name, 'role', w.role, 'supervision', w.supervision,
                                                         'supervisionWhenAlone', w.supervision_when_alone, 'isLost', s.state = 'lost' IS TRUE)
                                      ORDER BY w.role DESC, w.id), '[]')
              FROM defcon_path w LEFT JOIN ${sql.raw(ownPathStates)} s ON s.device_id = w.panel_id AND s.line = w.line WHERE w.panel_id = p.id) AS paths
      FROM defcon_panel p JOIN ${sql.raw(deviceFacts)} d ON d.id = p.id WHERE p.id = ANY (${ids}::integer[]) AND p.service <> 'unlinked' ORDER BY p.id`.execute(
    tx,
  );
  return rows;
}

/** Alarms that one path is silent while another lives, or that all are. The silence of the last one makes one alarm only. */
async function settleAlarms(
  context: Emitting,
  panels: readonly WatchedPanel[],
  states: readonly OwnPathState[],
): Promise<void> {
  const lost = new Set(states.flatMap(({ deviceId, line, state }) => (state === 'lost' ? `${deviceId} ${line}` : [])));
  const lostOf = ({ id, paths }: WatchedPanel) => paths.filter(({ line }) => lost.has(`${id} ${line}`));
  const isSilent = (panel: WatchedPanel) => panel.paths.length > 0 && lostOf(panel).length === panel.paths.length;
  const rings = ({ service, isActive }: WatchedPanel) => service === 'active' && isActive;
  const watched = await watchedPanels(
    context,
    panels.filter((panel) => rings(panel) && lostOf(panel).length > 0),
  );
  const seenBy = ({ id, name }: WatchedPanel, subject: string) => monitorsOf(watched.get(id), name, subject);
  for (const [companyId, ofCompany] of Map.groupBy(panels, (panel) => panel.companyId)) {
    await setSubjectAlarms(
      context,
      { app: 'defcon', kind: 'panel-offline', companyId, type: 'panel' },
      ofCompany.map(({ id }) => id),
      ofCompany
        .filter((panel) => rings(panel) && isSilent(panel))
        .map((panel) => {
          const { id, name, structureId, isArmed } = panel;
          const rank = isArmed ? 2 : 3;
          const about = { id, name, structureId, devices: [id] };
          return { ...about, rank, severity: severityOf(rank), ...seenBy(panel, name) };
        }),
    );
    const heard = ofCompany.filter((panel) => !isSilent(panel));
    await setSubjectAlarms(
      context,
      { app: 'defcon', kind: 'path-lost', companyId, type: 'panel-path' },
      heard.flatMap(({ paths }) => paths.map(({ id }) => id)),
      heard.filter(rings).flatMap((panel) =>
        lostOf(panel).map(({ id, name: called, line }) => {
          const name = `${panel.name} · ${called ?? line}`;
          const about = { id, name, structureId: panel.structureId, devices: [panel.id] };
          return { ...about, severity: severityOf(rankOf('path-lost')), ...seenBy(panel, name) };
        }),
      ),
    );
  }
}
