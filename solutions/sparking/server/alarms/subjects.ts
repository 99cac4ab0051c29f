import type { SlotFacts } from '../stays/slot-facts.ts';

type Place = { companyId: number; locationId: number };

/** What alarms about a bay are about. */
export const aboutSlot = (companyId: number, id: number) => ({
  companyId,
  app: 'sparking',
  subject: { type: 'parking-slot', id },
});
/** What alarms about a car park are about. */
export const aboutLocation = ({ companyId, locationId }: Place) => ({
  companyId,
  app: 'sparking',
  subject: { type: 'parking-location', id: locationId },
});

/** What alarms about a group are about. */
export const aboutGroup = ({ companyId, id }: { companyId: number; id: number }) => ({
  companyId,
  app: 'sparking',
  subject: { type: 'parking-group', id },
});

/** The bay of an alarm, with its place and what watches it. */
export const slotSubject = ({ companyId, id, number, locationId, sources }: SlotFacts) => ({
  ...aboutSlot(companyId, id),
  name: number,
  structureId: locationId,
  devices: sources.map(({ deviceId }) => deviceId),
});
