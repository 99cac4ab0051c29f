import type { AppManifest } from '#platform/common/define-app.ts';
import { usualAddress } from '#platform/common/pages/placed-pages.ts';
import { devicePaths, ofSolution } from '../common/device-paths.ts';

type App = Pick<AppManifest, 'web' | 'pages'>;

/** The lists of an app that are divided by solution. */
export type SolutionList = 'list' | 'inventory' | 'tokens';

/** The address of a solution's list; without a solution that of all, or of devices the one that redirects to the first. */
export const listAddress = (app: App, solutionId?: number, list: SolutionList = 'list'): string =>
  solutionId === undefined
    ? usualAddress(app, devicePaths[list])
    : usualAddress(app, ofSolution(devicePaths[list]), { solutionId });

/** The address of the list of all devices of an app. */
export const allDevicesAddress = (app: App): string => usualAddress(app, devicePaths.all);

/** The address of the page that adds a device, in a structure if it is given. */
export const addDeviceAddress = (app: App, structureId?: number): string =>
  `${usualAddress(app, devicePaths.add)}${structureId === undefined ? '' : `?structureId=${structureId}`}`;
