import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';

export { editStructureAddress, floorPlansAddress, siteAddress, structuresAddress } from './addresses.ts';
export { AreaEditor } from './areas/AreaEditor.tsx';
export type { ShownArea } from './areas/AreaLayers.tsx';
export { AreasMap } from './areas/AreasMap.tsx';
export { type AreaDrawing, emptyArea } from './areas/area-drawing.ts';
export { ForCompany } from './ForCompany.tsx';
export { GeofenceSelect } from './geofences/GeofenceSelect.tsx';
export {
  AddGeofence,
  geofenceFilters,
  geofenceRowActions,
  useGeofenceColumns,
} from './geofences/use-geofence-list.tsx';
export { LocationPicker } from './LocationPicker.tsx';
export { PlacementFields } from './PlacementFields.tsx';
export { SiteLink, siteColumn } from './SiteLink.tsx';
export { SiteTone } from './SiteTones.tsx';
export { useSiteFilter } from './site-filter.ts';
export { SpacesPanel } from './spaces/SpacesPanel.tsx';
export { useSpaceKinds } from './spaces/use-space-kinds.ts';
export { useSpaces } from './spaces/use-spaces.ts';
export { CreateStructure } from './structures/CreateStructurePage.tsx';
export { EditStructure } from './structures/EditStructurePage.tsx';
export { FloorsPanel } from './structures/FloorsPanel.tsx';
export { InnerStructuresPanel } from './structures/InnerStructuresPanel.tsx';
export { LongRows } from './structures/LongRows.tsx';
export { StructureFacts } from './structures/StructureFacts.tsx';
export { StructureFromAddress } from './structures/StructureFromAddress.tsx';
export { StructureActions, StructureMap } from './structures/StructureParts.tsx';
export { StructureSelect, structureOptions } from './structures/StructureSelect.tsx';
export { StructuresPick } from './structures/StructuresPick.tsx';
export { useCreateFloors, useFloors } from './structures/use-floors.ts';
export { useLongList } from './structures/use-long-list.ts';
export { useOnlyStructure } from './structures/use-only-structure.ts';
export { usePlaceFilters, useStructureKinds, useStructureList } from './structures/use-structure-list.tsx';
export { useUnitCount } from './structures/use-unit-count.ts';
export { useAllRows } from './use-all-rows.ts';
export { useAreaList } from './use-area-list.tsx';
export { useSiteZone } from './use-site-zone.ts';
/** It needs the library of maps, which pages load on demand. */
export const GeofenceLayer = lazyPart(() =>
  import('./geofences/GeofenceLayer.tsx').then((module) => module.GeofenceLayer),
);
export const GeofencesMap = lazyPart(() =>
  import('./geofences/GeofencesMap.tsx').then((module) => module.GeofencesMap),
);
