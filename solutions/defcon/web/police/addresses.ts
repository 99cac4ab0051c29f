import { generatePath } from 'react-router';
import { toPattern } from '#platform/web/shell/routing/bind-pages.ts';
import { defcon } from '../../app.ts';
import { policePaths } from '../../common/police/paths.ts';

const address = (path: string, params: Record<string, string> = {}): string =>
  `${defcon.web}/${generatePath(toPattern(path), params)}`;
export const headquartersAddress = address(policePaths.headquarters);
export const newHeadquartersAddress = address(policePaths.newHeadquarters);
export const editHeadquartersAddress = (id: number) => address(policePaths.editHeadquarters, { id: String(id) });
export const stationsAddress = (hqId?: number) =>
  hqId === undefined ? address(policePaths.stations) : address(policePaths.stationsOf, { id: String(hqId) });
export const newStationAddress = (hqId: number) => address(policePaths.newStation, { hqId: String(hqId) });
export const editStationAddress = (hqId: number, id: number) =>
  address(policePaths.editStation, { hqId: String(hqId), id: String(id) });
