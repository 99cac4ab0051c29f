import { defcon } from '../app.ts';
import { incidentPage } from '../common/incidents/pages.ts';

export const panelsAddress = `${defcon.web}/panels/list`;
export const panelAddress = (id: number): string => `${defcon.web}/panels/details/${id}`;
export const workbenchAddress = `${defcon.web}/${incidentPage}`;
