import type { AppManifest } from '#platform/common/define-app.ts';

/** The lists of an app that are divided by solution. */
export type SolutionList = 'list' | 'inventory' | 'tokens';

/** The address of a solution's list; without a solution that of all, or of devices the one that redirects to the first. */
export const listAddress = (
  { web }: Pick<AppManifest, 'web'>,
  solutionId?: number,
  list: SolutionList = 'list',
): string => `${web}/devices/${list}${solutionId === undefined ? '' : `/solution/${solutionId}`}`;

/** The address of the list of all devices of an app. */
export const allDevicesAddress = ({ web }: Pick<AppManifest, 'web'>): string => `${web}/devices/all`;

/** The address of the page that adds a device, in a structure if it is given. */
export const addDeviceAddress = ({ web }: Pick<AppManifest, 'web'>, structureId?: number): string =>
  `${web}/devices/add${structureId === undefined ? '' : `?structureId=${structureId}`}`;
