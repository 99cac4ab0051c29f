import { deviceProducts } from '#core/market/common/device-product.ts';
import type { Market } from '#core/market/common/manifest.ts';
import { hardware } from './devices.ts';

const device = deviceProducts('FACILITY-BOOKING', hardware);

/** What Facility Booking sells. */
export const market: Market = {
  orderTypes: {
    'facility-booking-hardware': { sells: ['device'], steps: ['products', 'config'] },
  },
  products: [
    device({ id: 2401, price: 420, drawing: 'room-panel' }, { dimension: '250 × 165 × 24 mm', communication: 'Wi-Fi' }),
    device(
      { id: 2402, price: 59, drawing: 'air-puck', stock: 250 },
      { dimension: '64 × 48 × 16 mm', communication: 'LoRaWAN', batteryLifeMonths: 60 },
    ),
  ],
};
