import { sparking } from '../app.ts';

export const locationsAddress = `${sparking.web}/locations/list`;
export const newLocationAddress = `${sparking.web}/locations/add`;
export const locationAddress = (id: number | string): string => `${sparking.web}/locations/details/${id}`;
/** A car park that was just added, with what to do next. */
export const addedAddress = (id: number): string => `${locationAddress(id)}?added`;
export const editLocationAddress = (id: number): string => `${sparking.web}/locations/edit/${id}`;
export const devicesMapAddress = `${sparking.web}/devices/map`;
/** Where sensors are paired with the bays of a car park; without one, it is chosen first. */
export const pairingAddress = (id?: number): string => `${devicesMapAddress}?pair=${id ?? ''}`;
