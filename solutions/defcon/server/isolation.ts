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
            slot AS (INSERT INTO defcon_panel_user (company_id, panel_id, slot, name) SELECT company_id, id, 990, 'Isolation' FROM panel RETURNING id),
            line AS (INSERT INTO defcon_event (company_id, panel_id, at, source, code, qualifier, alarm_id) SELECT company_id, id, now(), 'mqtt', 'BA', 'new', $3 FROM panel
                     RETURNING id, company_id),
            file AS (INSERT INTO stored_file (company_id, media_type, size, sha256) SELECT company_id, 'image/webp', 0, '' FROM panel RETURNING id),
            photo AS (INSERT INTO defcon_photo (company_id, event_id, position, file_id) SELECT line.company_id, line.id, 0, file.id FROM line, file RETURNING id)
       SELECT panel.id AS "panel", part.id AS "panelGroup", input.id AS "panelZone", slot.id AS "panelUser", photo.id AS "panelPhoto" FROM panel, part, input, slot, photo`,
      [
        making.records['device defcon'] ?? making.records.device,
        making.records.company,
        making.records['alarm defcon intrusion'],
      ],
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
    [
      / \/defcon\/alarm\/intrusion\/\{id\}\/(plan|photo)\/\{/,
      (f) => ({ id: f['alarm defcon intrusion'], layoutId: f.layout, photoId: f.panelPhoto }),
    ],
    [/ \/defcon\/alarm\/intrusion\/\{id\}/, (f) => ({ id: f['alarm defcon intrusion'] })],
  ],
};
