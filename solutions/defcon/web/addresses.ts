import { defcon } from '../app.ts';

export const panelAddress = (id: number): string => `${defcon.web}/panels/details/${id}`;
