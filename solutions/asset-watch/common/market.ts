import { deviceProducts } from '#core/market/common/device-product.ts';
import type { Market } from '#core/market/common/manifest.ts';
import { hardware } from './devices.ts';

const device = deviceProducts('ASSET-WATCH', hardware);

/** What Asset Watch sells. */
export const market: Market = {
  orderTypes: {
    'asset-watch-hardware': {
      sells: ['device'],
      with: ['tokenPackage', 'accessory'],
      steps: ['solutions', 'products', 'tokens', 'config'],
      cartType: 'hardware',
    },
    'asset-watch-accessories': { sells: ['accessory'], steps: ['products', 'config'], cartType: 'accessories' },
    'asset-watch-tokens': { sells: ['tokenPackage'], steps: ['solutions', 'devices'], cartType: 'tokens' },
  },
  products: [
    device(
      { id: 2501, price: 19, drawing: 'tag', stock: 1000, options: [{ sku: 'ASSET-WATCH-BRACKET', max: 1 }] },
      { dimension: '48 × 34 × 9 mm', communication: 'BLE', batteryLifeMonths: 48 },
    ),
    device(
      { id: 2502, price: 79, drawing: 'air-puck', stock: 100 },
      { dimension: '110 × 110 × 30 mm', communication: 'Wi-Fi' },
    ),
    device(
      { id: 2601, months: 6, price: 110, drawing: 'solar-tracker', options: [{ sku: 'ASSET-WATCH-BRACKET', max: 1 }] },
      { dimension: '150 × 90 × 28 mm', communication: 'LTE-M' },
    ),
    {
      sku: 'ASSET-WATCH-TOKEN-12',
      kind: 'tokenPackage',
      name: { en: 'Asset subscription, 12 months', ar: 'اشتراك أصل 12 شهرًا' },
      price: 15,
      months: 12,
      drawing: 'card',
    },
    {
      sku: 'ASSET-WATCH-BRACKET',
      kind: 'accessory',
      name: { en: 'Screw bracket', ar: 'قاعدة تثبيت' },
      price: 9,
      fits: [2501, 2601],
      drawing: 'bracket',
    },
  ],
};
