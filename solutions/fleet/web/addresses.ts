import { fleet } from '../app.ts';

export const vehiclesAddress = `${fleet.web}/vehicles/vehicles-list`;
export const vehicleAddress = (id: number) => `${fleet.web}/vehicles/map-view/${id}`;
export const pointsAddress = `${fleet.web}/points-of-interests/list`;
