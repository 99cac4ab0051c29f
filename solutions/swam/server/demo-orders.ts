import type { DemoStock } from '#core/device-requests/server/api.ts';
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

/** What the integrator of the demo has in stock of this app. */
export const demoStock: DemoStock = {
  app: 'swam',
  tank: { sku: 'SWAM-201', model: 201, solution: 2, name: 'TankEye U3', inStock: 4 },
  meter: { sku: 'SWAM-801', model: 801, solution: 8, name: 'WaterMeter DN20', inStock: 8 },
  token: 'SWAM-TOKEN-12',
  serials: '70B3D5D1',
};
