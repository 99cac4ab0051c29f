import type { Shape } from '../common/geofence.ts';

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** A geofence was added or has another shape. */
    'geofence.drawn': { id: number; companyId: number; shape: Shape };
    /** A geofence is about to be deleted; listeners may refuse. */
    'geofence.removed': { id: number };
  }
}
