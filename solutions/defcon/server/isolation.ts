import type { Isolation } from '#platform/server/isolation.ts';
import { assignmentIsolation } from './assignments/isolation.ts';
import { policeIsolation } from './police/isolation.ts';
import { premisesIsolation } from './premises/isolation.ts';

export const isolation: Isolation = {
  ...policeIsolation,
  rowsWithoutCompany: {
    ...assignmentIsolation.rowsWithoutCompany,
    'GET /defcon/security-company/customer': 'the caller’s own customers: checked in the tests of the slice',
    'GET /defcon/alarm/status/folded': 'counts of alarms that the caller may read: checked in the tests of the slice',
    'GET /defcon/alarm/intrusion/responders': 'people: checked by id',
  },
  listsOf: [[/\/alarm\/intrusion\/responders$/, 'user']],
  records: async (making) => {
    const police = await policeIsolation.records?.(making);
    const panels = await making.one(
      `WITH panel AS (INSERT INTO defcon_panel (id, company_id) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET service = 'linked' RETURNING id, company_id),
            part AS (INSERT INTO defcon_group (company_id, panel_id, number, name) SELECT company_id, id, 60, 'Isolation' FROM panel RETURNING id),
            input AS (INSERT INTO defcon_zone (company_id, panel_id, number, name) SELECT company_id, id, 990, 'Isolation' FROM panel RETURNING id),
            slot AS (INSERT INTO defcon_panel_user (company_id, panel_id, slot, name) SELECT company_id, id, 990, 'Isolation' FROM panel RETURNING id)
       SELECT panel.id AS "panel", part.id AS "panelGroup", input.id AS "panelZone", slot.id AS "panelUser" FROM panel, part, input, slot`,
      [making.records['device defcon'] ?? making.records.device, making.records.company],
    );
    const records = { ...making.records, ...panels };
    return {
      ...police,
      ...(await premisesIsolation.records?.(making)),
      ...panels,
      ...(await assignmentIsolation.records({ ...making, records })),
    };
  },
  sharedRows: [...(policeIsolation.sharedRows ?? []), ...assignmentIsolation.sharedRows],
  owners: [
    ...(premisesIsolation.owners ?? []),
    ...(policeIsolation.owners ?? []),
    ...assignmentIsolation.owners,
    [/ \/defcon\/panel\/\{panelId\}\/group/, (f) => ({ panelId: f.panel, id: f.panelGroup })],
    [/ \/defcon\/panel\/\{panelId\}\/device/, (f) => ({ panelId: f.panel, id: f.panelZone })],
    [/ \/defcon\/panel\/\{panelId\}\/user/, (f) => ({ panelId: f.panel, id: f.panelUser })],
    [/ \/defcon\/zone\/\{id\}/, (f) => ({ id: f.panelZone })],
    [/ \/defcon\/panel\/\{id\}/, (f) => ({ id: f.panel })],
    [/ \/defcon\/security-company\/customer\/\{id\}/, (f) => ({ id: f.company })],
    [/ \/defcon\/alarm\/intrusion\/\{id\}/, (f) => ({ id: f['alarm defcon intrusion'] })],
  ],
};
