import type { Shape } from '../common/geofence.ts';

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** A geofence was added, has another shape (`isReshaped`) or another speed limit. */
    'geofence.drawn': { id: number; companyId: number; shape: Shape; isReshaped: boolean };
    /** A geofence is about to be deleted; listeners may refuse. */
    'geofence.removed': { id: number };
  }
}
