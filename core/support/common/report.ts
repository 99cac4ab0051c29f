import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { ticketAccess } from './ticket-access.ts';

/** How the tickets of a customer were answered. Durations are medians of working time without pauses, in ms. */
const row = z.object({
  /** The customer. */
  id: z.number(),
  name: z.string(),
  tickets: z.number(),
  firstReplyMs: z.number().nullable(),
  solveMs: z.number().nullable(),
  /** Percent of the tickets that were overdue at some time. */
  late: z.number(),
  /** Percent of the tickets that were solved at some time and opened again; null if none was solved. */
  reopened: z.number().nullable(),
});
export type TicketReport = z.infer<typeof row>;

export const ticketReportList = {
  search: ['name'],
  filter: ['createdAt'],
  sort: ['name', 'tickets', 'firstReplyMs', 'solveMs', 'late', 'reopened'],
  defaultSort: ['tickets', 'desc'],
} as const;

export const reportRoutes = {
  /**
   * The customers whose tickets the desk of the caller answers; for the platform those of all desks, and none for a
   * company without customers. `createdAt` is that of tickets.
   */
  list: route.list('/support/report', {
    access: ticketAccess('configure'),
    reply: row,
    list: ticketReportList,
  }),
};
