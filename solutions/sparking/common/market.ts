import { deviceProducts } from '#core/market/common/device-product.ts';
import type { Market } from '#core/market/common/manifest.ts';
import { hardware } from './devices.ts';

const device = deviceProducts('SPARKING', hardware);

/** What Smart Parking sells. */
export const market: Market = {
  aliases: ['smart-parking'],
  orderTypes: {
    'smart-parking-hardware': { sells: ['device'], steps: ['products', 'config'], fixed: true },
  },
  products: [
    device(
      { id: 2301, price: 135, drawing: 'parking-puck', stock: 300 },
      { dimension: '170 × 40 mm', communication: 'LoRaWAN', batteryLifeMonths: 96 },
    ),
    device(
      { id: 2302, price: 165, drawing: 'parking-puck' },
      { dimension: '130 × 74 mm', communication: 'LoRaWAN', batteryLifeMonths: 96 },
    ),
    device(
      { id: 2303, price: 420, drawing: 'edge-box' },
      { dimension: '160 × 110 × 60 mm', communication: 'Ethernet' },
    ),
    device({ id: 2304, price: 310, drawing: 'panel' }, { dimension: '180 × 120 × 70 mm', communication: '4G' }),
    device(
      { id: 2305, price: 190, drawing: 'parking-puck' },
      { dimension: '130 × 74 mm', communication: 'LoRaWAN', batteryLifeMonths: 84 },
    ),
  ],
};
