import { defcon } from '../../app.ts';

export const zonesAddress = `${defcon.web}/device/list`;
export const zoneAddress = (id: number): string => `${defcon.web}/device/details/${id}`;
/** The zones of a panel or of a site. */
export const zonesOf = (by: { panelId: number } | { structureId: number }): string =>
  `${zonesAddress}?${Object.entries(by)
    .map(([field, id]) => `${field}=${id}`)
    .join('&')}`;
