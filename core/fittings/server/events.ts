import type { Subject } from '../common/fitting.ts';

export type FittingEvent = { id: number; companyId: number; deviceId: number; subject: Subject; at: string };

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** A device is fitted to a record of an app since this instant, which may be long past. */
    'device.fitted': FittingEvent;
    /** A device was taken out of a record at this instant. */
    'device.unfitted': FittingEvent;
  }
}
