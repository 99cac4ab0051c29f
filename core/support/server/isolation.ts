import type { Isolation, SharedSide } from '#platform/server/isolation.ts';

/** A side of a ticket: an integrator under a contract with the customer. */
const sideOf = (side: 'desk_id' | 'helper_id'): SharedSide => ({
  table: 'ticket',
  side,
  caller: 'integrator@rasid.test',
  async begin({ one, records, companyId }) {
    const [desk, helper] = side === 'desk_id' ? [companyId, null] : [null, companyId];
    await one(`UPDATE ticket SET desk_id = $2, helper_id = $3, state = 'open' WHERE id = $1 RETURNING id`, [
      records.ticket,
      desk,
      helper,
    ]);
  },
  end: 'contract',
  record: ({ ticket }) => ticket,
  parts: { ticket_message: 'ticket_id', ticket_file: 'ticket_id' },
  answers: [[/ \/support\/ticket\/\{id\}/]],
});

export const isolation: Isolation = {
  records: async ({ one, records }) =>
    one(
      `WITH made AS (INSERT INTO ticket (company_id, subject, category, opened_by) VALUES ($1, 'Isolation', 'other', $2) RETURNING id),
            said AS (INSERT INTO ticket_message (ticket_id, author_id, side, kind, text, client_id)
                     SELECT id, $2, 'customer', 'public', 'Isolation', gen_random_uuid() FROM made RETURNING ticket_id, n),
            kept AS (INSERT INTO stored_file (company_id, media_type, sha256, size) VALUES ($1, 'application/pdf', '', 0) RETURNING id),
            file AS (INSERT INTO ticket_file (ticket_id, n, name, media_type, size, file_id)
                     SELECT ticket_id, n, 'isolation.pdf', 'application/pdf', 0, kept.id FROM said, kept RETURNING id)
       SELECT made.id AS ticket, file.id AS "ticketFile" FROM made, file`,
      [records.company, records.user],
    ),
  rowsWithoutCompany: { 'GET /support/report': 'the customers of the caller’s desk: checked in the tests of tickets' },
  owners: [[/ \/support\/ticket\/\{id\}/, (records) => ({ id: records.ticket, fileId: records.ticketFile })]],
  sharedRows: [sideOf('desk_id'), sideOf('helper_id')],
};
