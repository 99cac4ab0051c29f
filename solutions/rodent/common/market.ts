import { deviceProducts } from '#core/market/common/device-product.ts';
import type { Market } from '#core/market/common/manifest.ts';
import { hardware } from './devices.ts';

const device = deviceProducts('RODENT', hardware);

/** What LessWaste sells. */
export const market: Market = {
  aliases: ['cloud-orbit'],
  orderTypes: {
    'cloud-orbit-hardware': { sells: ['device'], with: ['tokenPackage'], steps: ['products', 'config', 'tokens'] },
  },
  products: [
    device(
      { id: 2801, price: 89, drawing: 'trap' },
      { dimension: '140 × 62 × 48 mm', communication: 'LoRaWAN', batteryLifeMonths: 48 },
    ),
    device(
      { id: 2802, price: 109, drawing: 'trap' },
      { dimension: '230 × 190 × 110 mm', communication: 'LoRaWAN', batteryLifeMonths: 48 },
    ),
    {
      sku: 'RODENT-TOKEN-12',
      kind: 'tokenPackage',
      name: { en: 'Rodent subscription, 12 months', ar: 'اشتراك قوارض 12 شهرًا' },
      price: 20,
      months: 12,
      drawing: 'card',
    },
  ],
};
