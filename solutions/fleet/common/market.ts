import { deviceProducts } from '#core/market/common/device-product.ts';
import type { Market } from '#core/market/common/manifest.ts';
import { hardware } from './devices.ts';

const device = deviceProducts('FLEET', hardware);

/** What SmartDrive sells. */
export const market: Market = {
  aliases: ['fleet-management'],
  orderTypes: {
    'fleet-hardware': { sells: ['device'], with: ['sensor', 'accessory'], steps: ['products', 'config'], fixed: true },
  },
  products: [
    device(
      {
        id: 2201,
        months: 6,
        price: 99,
        drawing: 'tracker-box',
        stock: 200,
        options: [{ sku: 'FLEET-FUEL-PROBE', max: 2 }],
      },
      { dimension: '92 × 58 × 18 mm', communication: '4G' },
    ),
    device(
      { id: 2202, months: 6, price: 69, drawing: 'obd-plug', stock: 200 },
      { dimension: '52 × 47 × 25 mm', communication: '4G' },
    ),
    {
      sku: 'FLEET-FUEL-PROBE',
      kind: 'sensor',
      name: { en: 'Fuel probe', ar: 'مجس الوقود' },
      price: 119,
      fits: [2201],
      drawing: 'probe',
    },
  ],
};
