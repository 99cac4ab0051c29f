import { deviceProducts } from '#core/market/common/device-product.ts';
import type { Market } from '#core/market/common/manifest.ts';
import { hardware } from './devices.ts';

const device = deviceProducts('GM', hardware);

/** What Global Mobility sells. */
export const market: Market = {
  aliases: ['global-mobility'],
  orderTypes: {
    'mobility-hardware': { sells: ['device'], with: ['plugin'], steps: ['solutions', 'products', 'config'] },
    'mobility-plugin': { sells: ['plugin'], steps: ['solutions', 'products', 'quantity'] },
  },
  products: [
    device(
      { id: 2701, months: 6, price: 115, drawing: 'tracker-box', options: [{ sku: 'GM-HELMET-LOCK', max: 1 }] },
      { dimension: '118 × 56 × 30 mm', communication: 'LTE-M' },
    ),
    {
      sku: 'GM-HELMET-LOCK',
      kind: 'plugin',
      name: { en: 'Helmet lock', ar: 'قفل الخوذة' },
      price: 35,
      fits: [2701],
      drawing: 'lever-lock',
    },
  ],
};
