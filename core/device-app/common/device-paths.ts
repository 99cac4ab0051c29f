import { devicePagePath } from '#core/devices/common/device-address.ts';
import { inventoryPath } from '#core/inventory/common/inventory-page.ts';
import { tokensPath } from '#core/subscriptions/common/token-pages.ts';

/** The usual paths of the pages of an app's devices. */
export const devicePaths = {
  list: 'devices/list',
  all: 'devices/all',
  add: 'devices/add',
  inventory: inventoryPath,
  tokens: tokensPath,
  page: devicePagePath,
} as const;

/** The usual path of a list for one solution. */
export const ofSolution = (list: string): string => `${list}/solution/{solutionId}`;
