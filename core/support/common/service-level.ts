import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { openTimeAfter, weekdays, weekSchedule } from '#platform/common/time/week-schedule.ts';
import type { TicketPriority } from './ticket.ts';
import { answering, ticketAccess } from './ticket-access.ts';

const hours = z.number('enterANumber').min(0.25, 'outOfRange').max(2000, 'outOfRange');
const target = z.object({ reply: hours, solve: hours }).refine(({ reply, solve }) => reply <= solve, {
  path: ['solve'],
  message: 'outOfRange',
});

/** The working time of a desk, and the working hours within which it gives the first reply and solves, by priority. */
export const serviceLevel = z.object({
  hours: weekSchedule,
  targets: z.object({ low: target, normal: target, high: target, urgent: target }),
});
export type ServiceLevel = z.infer<typeof serviceLevel>;

export const defaultTargets: ServiceLevel['targets'] = {
  urgent: { reply: 1, solve: 8 },
  high: { reply: 4, solve: 24 },
  normal: { reply: 8, solve: 72 },
  low: { reply: 24, solve: 120 },
};

const office = [
  { start: '08:00', end: '12:00' },
  { start: '13:00', end: '18:00' },
];

/** The level of a desk that has set none. `weekend`: the two days on which it is closed. */
export const defaultServiceLevel = (timeZone: string, weekend: readonly string[]): ServiceLevel => ({
  hours: {
    timeZone,
    week: weekdays.map((name) => ({ name, periods: weekend.includes(name) ? [] : office })),
    seasons: [],
    holidays: [],
  },
  targets: defaultTargets,
});

const hourMs = 3_600_000;

/** The parts of a target at which something happens: the assignee is warned, the desk is notified, the ticket is escalated. */
const stepShares = [0.8, 1, 2] as const;

/** What the clock of a ticket depends on. `createdAt` in ms since 1970, `pausedMs` in working time, `step` of the present target. */
export type Clock = {
  priority: TicketPriority;
  createdAt: number;
  pausedMs: number;
  replied: boolean;
  step: number;
};

const after = ({ hours }: ServiceLevel, { createdAt, pausedMs }: Clock, targetHours: number): number | null =>
  openTimeAfter(hours, createdAt, targetHours * hourMs + pausedMs);

/** When a ticket must be replied to and solved, and when its next step is due, in ms since 1970; null for never. */
export function duesOf(level: ServiceLevel, clock: Clock) {
  const { reply, solve } = level.targets[clock.priority];
  const share = stepShares[clock.step];
  return {
    reply: after(level, clock, reply),
    solve: after(level, clock, solve),
    next: share === undefined ? null : after(level, clock, (clock.replied ? solve : reply) * share),
  };
}

export const serviceLevelRoutes = {
  /** The level of the caller's own desk; of the platform for its people. */
  get: route.get('/support/desk', { access: { ...ticketAccess('handle'), ...answering }, reply: serviceLevel }),
  /** Applies to the due times of tickets from their next step on. */
  set: route.put('/support/desk', {
    access: { ...ticketAccess('configure'), ...answering },
    body: serviceLevel,
    reply: serviceLevel,
  }),
};
