import { z } from 'zod';

/** What a further company of an alarm may know of it: names and facts that its app has chosen, no records of the owner. */
export const partyView = z.object({
  /** The name of what the alarm is about. */
  subject: z.string(),
  structure: z.string().optional(),
  devices: z.array(z.string()).optional(),
  /** Further facts in the order in which they are shown. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
});
export type PartyView = z.infer<typeof partyView>;

/** A further company of an alarm: it sees the alarm by its own view, acknowledges it for itself, and notifies its own people. */
export type NewParty = {
  companyId: number;
  /** One of `parties` of the class, other than that of the owner. */
  role: string;
  /** Its own site, for abilities and notification groups. Without it, they must be for all sites. */
  structureId?: number | null;
  view: PartyView;
  /** Whether it reads the alarm after it has ended as a party, as it was then; true by default. */
  readsOn?: boolean;
};

const person = z.object({ id: z.number(), name: z.string() });

/** The company that has to act, by its role. Absent for alarms of one company. */
export const deskOfAlarm = z.object({
  role: z.string(),
  /** Whether it is the company for which the caller acts. */
  mine: z.boolean(),
  /** Null if it has not acknowledged the alarm, or if the caller may not see whether it has. */
  acknowledgedAt: z.string().nullable(),
  acknowledgedBy: person.nullable(),
});

/** As which party the caller sees the alarm. */
export const ownParty = partyView.omit({ subject: true }).extend({
  role: z.string(),
  /** The site of this company where it handles the alarm; null for all of them. */
  siteId: z.number().nullable(),
  /** Since when it is no longer a party. */
  untilAt: z.string().nullable(),
});

/** A further company, as the owner of the alarm sees it. */
export const alarmParty = z.object({
  company: person,
  role: z.string(),
  hasDesk: z.boolean(),
  acknowledgedAt: z.string().nullable(),
  acknowledgedBy: person.nullable(),
  untilAt: z.string().nullable(),
});
