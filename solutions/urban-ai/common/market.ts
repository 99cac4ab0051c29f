import { deviceProducts } from '#core/market/common/device-product.ts';
import type { Market } from '#core/market/common/manifest.ts';
import { hardware } from './devices.ts';

const device = deviceProducts('URBAN-AI', hardware);

/** What Urban AI sells. */
export const market: Market = {
  orderTypes: {
    'urban-ai-hardware': { sells: ['device'], steps: ['solutions', 'products', 'config'] },
  },
  products: [
    device(
      { id: 3001, months: 0, price: 1150, drawing: 'camera' },
      { dimension: '260 × 130 × 120 mm', communication: '4G' },
    ),
  ],
};
