import { sparking } from '../app.ts';

export const locationsAddress = `${sparking.web}/locations/list`;
export const newLocationAddress = `${sparking.web}/locations/add`;
export const locationAddress = (id: number | string): string => `${sparking.web}/locations/details/${id}`;
export const editLocationAddress = (id: number): string => `${sparking.web}/locations/edit/${id}`;
