import { fleet } from '../app.ts';

export const vehiclesAddress = `${fleet.web}/vehicles/vehicles-list`;
export const vehicleAddress = (id: number) => `${fleet.web}/vehicles/map-view/${id}`;
export const pointsAddress = `${fleet.web}/points-of-interests/list`;
export const routesAddress = `${fleet.web}/routes/routes`;
export const newRouteAddress = `${fleet.web}/routes/create`;
export const routeAddress = (id: number) => `${fleet.web}/routes/update/${id}`;
export const jobsAddress = `${fleet.web}/job-cards/job-list`;
export const jobAddress = (id: number) => `${fleet.web}/job-cards/job/${id}`;
