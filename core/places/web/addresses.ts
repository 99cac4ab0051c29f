export { siteAddress } from '../common/site-address.ts';

export const structuresAddress = '/core/structures/all';
export const newStructureAddress = '/core/structures/create';
export const editStructureAddress = (id: number): string => `/core/structures/${id}/edit`;
export const geofencesAddress = '/core/geofence/list';
export const newGeofenceAddress = '/core/geofence/create';
export const geofenceAddress = (id: number): string => `/core/geofence/${id}`;
export const editGeofenceAddress = (id: number): string => `/core/geofence/edit/${id}`;
export const structuresOfAreaAddress = (areaId: number): string => `${structuresAddress}?areaId=${areaId}`;
/** The address of the layouts of a floor. */
export const floorPlansAddress = (structureId: number, floorId: number): string =>
  `/core/structures/layout-manager/${structureId}?floor=${floorId}`;
