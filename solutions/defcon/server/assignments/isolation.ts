import type { Isolation, SharedSide } from '#platform/server/isolation.ts';

const caller = 'security@rasid.test';
const idOf = (records: Readonly<Record<string, number | string>>) => records.panelAssignment;
const withdrawn = "UPDATE defcon_assignment SET state = 'withdrawn', in_force = false";

/** The company that receives an assignment, or the one that has sent it. */
const sideOf = (
  side: 'company_id' | 'owner_id',
  other: 'company_id' | 'owner_id',
  answers: SharedSide['answers'],
): SharedSide => ({
  ...{ table: 'defcon_assignment', side, caller, record: idOf, answers },
  begin: ({ one, records, companyId }) =>
    one(
      `UPDATE defcon_assignment SET ${other} = $2, ${side} = $3, state = 'pending', in_force = false WHERE id = $1 RETURNING id`,
      [idOf(records), records.company, companyId],
    ),
  end: ({ one, records }) =>
    one(`${withdrawn}, company_id = $2, owner_id = $3 WHERE id = $1 RETURNING id`, [
      idOf(records),
      records.integrator,
      records.company,
    ]),
});

const one = '/defcon/device-assign/\\{id\\}';

export const assignmentIsolation = {
  records: (making) =>
    making.one(
      `WITH panel AS (SELECT $3::integer AS id),
            heard AS (INSERT INTO defcon_event (company_id, panel_id, at, source, code, qualifier) SELECT $2, id, now(), 'system', 'sync', 'status' FROM panel),
            watched AS (
              INSERT INTO defcon_assignment (company_id, owner_id, panel_id, role, state) SELECT $1, $2, id, 'monitoring', 'ended' FROM panel RETURNING id)
       INSERT INTO defcon_assignment (company_id, owner_id, panel_id, role)
       SELECT $1, $2, panel.id, 'monitoring' FROM panel RETURNING id AS "panelAssignment", (SELECT id FROM watched) AS "panelWatch"`,
      [making.records.integrator, making.records.company, making.records.panel],
    ),
  owners: [[/ \/defcon\/device-assign\/\{id\}/, (records) => ({ id: idOf(records) })]],
  rowsWithoutCompany: {
    'GET /defcon/device-assign': 'rows of two companies: checked with those that several companies see',
  },
  sharedRows: [
    sideOf('company_id', 'owner_id', [[new RegExp(`^(GET|POST) ${one}(/accept|/reject|/end)?$`)]]),
    sideOf('owner_id', 'company_id', [[new RegExp(`^(GET|POST) ${one}(/withdraw|/end)?$`)]]),
    {
      ...{ table: 'defcon_panel', side: 'parties', caller },
      begin: ({ one: run, records, companyId }) =>
        run(
          `UPDATE defcon_assignment SET company_id = $2, state = 'accepted', in_force = true WHERE id = $1 RETURNING id`,
          [records.panelWatch, companyId],
        ),
      end: ({ one: run, records }) =>
        run(
          `UPDATE defcon_assignment SET company_id = $2, state = 'ended', in_force = false WHERE id = $1 RETURNING id`,
          [records.panelWatch, records.integrator],
        ),
      record: ({ panel }) => panel,
      parts: {
        defcon_group: 'panel_id',
        defcon_zone: 'panel_id',
        defcon_panel_user: 'panel_id',
        defcon_event: 'panel_id',
      },
      answers: [
        [/^GET \/defcon\/zone\/\{id\}$/],
        [/^GET \/defcon\/panel\/\{(id|panelId)\}(?!.*(sia|history|wifi-scan)$)/],
        // Those who watch call for help as well.
        [/^POST \/defcon\/panel\/\{id\}\/panic$/],
        // The file of the premises, of which the company keeps the call list and the plan.
        [/^(GET|PUT) \/defcon\/premises\/\{structureId\}\/(file|contact\/\{id\}|contact-order)$/],
        [/^(POST|DELETE) \/defcon\/premises\/\{structureId\}\/contact(\/\{id\})?$/],
      ],
    },
  ],
} satisfies Isolation;
