import type { AlarmEvent } from '../../common/alarm.ts';
import type { Side } from './sides.ts';

type StoredEvent = AlarmEvent & { byCompany: number | null };

/** Facts of events that are codes, not names: what the system states of each alarm, and of the move of the desk. */
const openFacts: readonly string[] = ['severity', 'reason', 'from', 'to', 'role', 'mark'];
/** Events about records or companies that are those of the owner. */
export const ownersEvents: readonly string[] = ['action-sent', 'party-added', 'party-ended'];

/**
 * The events that a party sees: its own, and those of the other companies without people and records. Texts of comments
 * are for all companies, unless they are internal. A party that has ended sees what was before.
 */
export const eventsForParty = (
  events: readonly StoredEvent[],
  { companyId, untilAt }: Side,
  stated: readonly string[],
): StoredEvent[] =>
  events.flatMap((event) => {
    if (event.byCompany === companyId) return [event];
    const isOthers = ownersEvents.includes(event.action) && event.data.companyId !== companyId;
    if (isOthers || (untilAt !== null && event.at > untilAt)) return [];
    const facts = Object.entries(event.data).filter(
      ([key, value]) => stated.includes(key) || (openFacts.includes(key) && typeof value === 'string'),
    );
    const nobody = { actor: null, impersonatedBy: null, actedFor: null, foreign: event.actor !== null };
    return [{ ...event, ...nobody, data: Object.fromEntries(facts) }];
  });
