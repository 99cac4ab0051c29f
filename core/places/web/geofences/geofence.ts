import type { RowOf } from '#platform/common/define-entity.ts';
import type { geofence } from '../../common/geofence.ts';

export type Geofence = RowOf<typeof geofence>;
