import { defcon } from '../../app.ts';

const polices = `${defcon.web}/polices`;
export const headquartersAddress = `${polices}/head-quarter-list`;
export const newHeadquartersAddress = `${polices}/create-head-quarter`;
export const editHeadquartersAddress = (id: number) => `${polices}/create-head-quarter/${id}`;
export const stationsAddress = (hqId?: number) =>
  hqId === undefined ? `${polices}/local-police-list` : `${polices}/local-police-list/${hqId}`;
export const newStationAddress = (hqId: number) => `${polices}/${hqId}/create-local-quarter`;
export const editStationAddress = (hqId: number, id: number) => `${polices}/${hqId}/edit-local-quarter/${id}`;
