import { defcon } from '../app.ts';

export const panelsAddress = `${defcon.web}/panels/list`;
export const panelAddress = (id: number): string => `${defcon.web}/panels/details/${id}`;
