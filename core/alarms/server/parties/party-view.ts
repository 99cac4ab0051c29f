import type { PartyView } from '../../common/party.ts';
import { declaredKindOf } from '../../common/rule-kind.ts';

/** What a party must not see of an alarm, because it names records of the owner. */
type OwnersFacts = {
  kind: string;
  names: unknown;
  sensor: string | null;
  value: number | null;
  limit: unknown;
  device: unknown;
  structure: unknown;
  subject: { type: string; id: number; name: string };
};

/** The type of the subject of an alarm for a party, which knows its name only. */
export const sharedSubject = 'shared';

/**
 * An alarm as a party sees it, for lists, messages and webhooks: what the owner has named and measured is replaced by the
 * view of the party.
 */
export const asParty = <Seen extends OwnersFacts & { id: number }>(alarm: Seen, { subject }: PartyView) => ({
  ...alarm,
  // The kind of a custom rule has the id of the rule.
  kind: declaredKindOf(alarm),
  names: null,
  sensor: null,
  value: null,
  limit: null,
  device: null,
  structure: null,
  subject: { type: sharedSubject, id: alarm.id, name: subject },
});
