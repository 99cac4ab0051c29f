import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { runPrepared, type Tx } from '#platform/server/postgres/database.ts';
import type { Evaluation } from './evaluation.ts';
import type { GroupModel, PanelModel, ZoneModel } from './panel-model.ts';

type Stored = { id: number; panelId: number; number: number };

/** Panels that report more often than this by themselves do so to show that they live: no such report is a test. */
const heartbeatMinutes = 30;

/** The parts of a panel that are new or different from what the database has. */
const changedOf = <Part extends GroupModel | ZoneModel>(
  parts: ReadonlyMap<number, Part>,
  stored: ReadonlyMap<number, Part>,
): Part[] => [...parts.values()].filter((part) => !isDeepStrictEqual(part, stored.get(part.number)));

/** Brings groups, zones and panels to what was evaluated, in at most three statements for any number of panels. */
export async function storeModels(tx: Tx, evaluated: readonly Evaluation[]): Promise<void> {
  const panels = evaluated.map(({ panel, testedAt, reportedAt, testReportAt, heardAt }) => ({
    ...{ reportedAt, testReportAt },
    id: panel.id,
    mains: panel.mains,
    path: panel.path,
    heardAt: heardAt || null,
    testedAt,
  }));
  await runPrepared(
    tx,
    'defcon-store-panels',
    sql`UPDATE defcon_panel p SET mains = n.mains, path = n.path, last_event_at = greatest(p.last_event_at, to_timestamp(n."heardAt" / 1000)),
               last_test_at = greatest(p.last_test_at, to_timestamp(n."testedAt" / 1000)), report_at = greatest(p.report_at, to_timestamp(n."reportedAt" / 1000)),
               test_report_at = greatest(p.test_report_at, to_timestamp(n."testReportAt" / 1000),
                 CASE WHEN p.report_at IS NULL OR to_timestamp(n."reportedAt" / 1000) >= p.report_at + ${heartbeatMinutes} * interval '1 minute' THEN to_timestamp(n."reportedAt" / 1000) END)
          FROM jsonb_to_recordset(${JSON.stringify(panels)}::jsonb)
               AS n (id integer, mains boolean, path text, "heardAt" float8, "testedAt" float8, "reportedAt" float8, "testReportAt" float8) WHERE p.id = n.id`,
  );
  const panelOf = new Map(evaluated.map(({ panel }) => [panel.id, panel]));
  // Those that the panel has reported first have no other id yet.
  for (const { panelId, number, id } of await storeGroups(tx, evaluated))
    Object.assign(panelOf.get(panelId)?.groups.get(number) ?? {}, { id });
  for (const { panelId, number, id } of await storeZones(tx, evaluated))
    Object.assign(panelOf.get(panelId)?.zones.get(number) ?? {}, { id });
}

const ofPanel = ({ id, companyId }: PanelModel) => ({ panelId: id, companyId });

async function storeGroups(tx: Tx, evaluated: readonly Evaluation[]): Promise<Stored[]> {
  const groups = evaluated.flatMap(({ panel }) =>
    changedOf(panel.groups, panel.stored.groups).map(({ id: _, name: __, ...group }) => ({
      ...group,
      ...ofPanel(panel),
    })),
  );
  if (groups.length === 0) return [];
  return runPrepared(
    tx,
    'defcon-store-groups',
    sql<Stored>`
    INSERT INTO defcon_group AS g (company_id, panel_id, number, state, state_at, state_by, armed_at)
    SELECT "companyId", "panelId", number, state, CASE WHEN "stateAt" > 0 THEN to_timestamp("stateAt" / 1000) END, "stateBy", to_timestamp("armedAt" / 1000)
      FROM jsonb_to_recordset(${JSON.stringify(groups)}::jsonb)
           AS n ("companyId" integer, "panelId" integer, number smallint, state text, "stateAt" float8, "stateBy" smallint, "armedAt" float8)
     ORDER BY "panelId", number
        ON CONFLICT (panel_id, number) DO UPDATE SET state = excluded.state, state_at = excluded.state_at, state_by = excluded.state_by, armed_at = excluded.armed_at
    RETURNING g.id, g.panel_id, g.number`,
  );
}

async function storeZones(tx: Tx, evaluated: readonly Evaluation[]): Promise<Stored[]> {
  const zones = evaluated.flatMap(({ panel }) =>
    changedOf(panel.zones, panel.stored.zones).map(
      ({ id: _, name: __, confirmUnit: ___, reaction: ____, ...zone }) => ({ ...zone, ...ofPanel(panel) }),
    ),
  );
  if (zones.length === 0) return [];
  return runPrepared(
    tx,
    'defcon-store-zones',
    sql<Stored>`
    INSERT INTO defcon_zone AS z (company_id, panel_id, number, groups, open, tamper, fault, missing, bypassed, battery, changed_at)
    SELECT "companyId", "panelId", number, groups, open, tamper, fault, missing, bypassed, battery, CASE WHEN "changedAt" > 0 THEN to_timestamp("changedAt" / 1000) END
      FROM jsonb_to_recordset(${JSON.stringify(zones)}::jsonb)
           AS n ("companyId" integer, "panelId" integer, number smallint, groups integer[], open boolean, tamper boolean, fault boolean, missing boolean, bypassed boolean,
                 battery smallint, "changedAt" float8)
     ORDER BY "panelId", number
        ON CONFLICT (panel_id, number) DO UPDATE
       SET open = excluded.open, tamper = excluded.tamper, fault = excluded.fault, missing = excluded.missing, bypassed = excluded.bypassed, battery = excluded.battery,
           changed_at = excluded.changed_at
    RETURNING z.id, z.panel_id, z.number`,
  );
}
