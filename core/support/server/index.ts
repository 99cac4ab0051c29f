import { serve } from '#platform/server/serve.ts';
import { support } from '../app.ts';
import { ticketDues } from './clock.ts';
import { demo } from './demo.ts';
import { leaveEndedDesks } from './desks.ts';
import { ticketTopics } from './live-topics.ts';
import { messageHandlers } from './messages.ts';
import { reportHandlers } from './report.ts';
import { serviceLevelHandlers } from './service-levels.ts';
import { ticketHandlers } from './tickets.ts';
import './tables.ts';

export const supportServer = serve(
  support,
  { ticket: ticketHandlers, message: messageHandlers, desk: serviceLevelHandlers, report: reportHandlers },
  {
    demo,
    topics: ticketTopics,
    listeners: { inTransaction: { 'contract.changed': leaveEndedDesks, 'contract.ended': leaveEndedDesks } },
    dues: ticketDues,
  },
);
