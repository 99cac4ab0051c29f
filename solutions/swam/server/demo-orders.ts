import type { DemoGoods } from '#core/orders/server/api.ts';

/** What the companies of the demo order of this app. */
export const demoGoods: DemoGoods = {
  app: 'swam',
  hardwareType: 'swam-hardware',
  meter: { id: 801, solution: 8 },
  tank: { id: 201, solution: 2 },
  leak: { id: 301, solution: 3 },
  tokensType: 'swam-tokens',
  token: 'SWAM-TOKEN-12',
  serials: '70B3D5D0',
};
