import type { AreaBox } from '../common/area-geometry.ts';
import type { Shape } from '../common/geofence.ts';

type PlaceRemoval = { id: number; companyId: number };

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** A geofence was added, has another shape (`isReshaped`) or another speed limit. */
    'geofence.drawn': { id: number; companyId: number; shape: Shape; isReshaped: boolean };
    /** A geofence is about to be deleted; listeners may refuse. */
    'geofence.removed': { id: number };
    /**
     * The area of a record was drawn, or is in force no longer: in this box other areas of its kind may be the smallest
     * now (see `inBox`).
     */
    'area-shape.changed': { kind: string; subjectId: number; box: AreaBox };
    /**
     * Structures were changed, one or by an import: `isMoved` to another location; `hasOtherZone`: the time zone of its
     * days may be another, and with it that of the structures within it.
     */
    'structures.changed': {
      companyId: number;
      structures: readonly { id: number; isMoved: boolean; hasOtherZone: boolean }[];
    };
    /** A space was changed: it may have another name, code or floor. */
    'space.changed': { id: number; companyId: number; name: string; code: string | null; floorId: number | null };
    /** A place is about to be removed; listeners may refuse (`refuseInUse`). A structure takes its floors and spaces along. */
    'structure.removing': PlaceRemoval;
    'floor.removing': PlaceRemoval & { structureId: number };
    'space.removing': PlaceRemoval & { structureId: number };
    /** A vehicle passed a gate of a structure, in a message or request that may come again with the same `id`. */
    'vehicle.passed': {
      structureId: number;
      gate: string;
      direction: 'in' | 'out';
      /** In ms since 1970. */
      at: number;
      id: string;
    };
    /** A place was removed. */
    'structure.removed': PlaceRemoval;
    'floor.removed': PlaceRemoval & { structureId: number };
    'space.removed': PlaceRemoval & { structureId: number };
  }
}
