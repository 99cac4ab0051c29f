import { contentsOf, deviceProducts } from '#core/market/common/device-product.ts';
import type { Market } from '#core/market/common/manifest.ts';
import { hardware } from './devices.ts';

const device = deviceProducts('ANPR', hardware);
const contents = contentsOf('ANPR');

/** What Neuron sells. */
export const market: Market = {
  orderTypes: {
    'anpr-hardware': { sells: ['device'], steps: ['products', 'config'] },
    'anpr-package': { sells: ['package', 'device'], steps: ['packages', 'config'] },
  },
  products: [
    device(
      { id: 2901, months: 0, price: 890, drawing: 'camera' },
      { dimension: '290 × 110 × 95 mm', communication: 'wired' },
    ),
    device(
      { id: 2902, months: 0, price: 1290, drawing: 'edge-box' },
      { dimension: '210 × 160 × 62 mm', communication: 'wired' },
    ),
    {
      sku: 'ANPR-GATE',
      kind: 'package',
      name: { en: 'Gate package', ar: 'باقة البوابة' },
      price: 2390,
      drawing: 'edge-box',
      options: contents({ 2901: 2, 2902: 1 }),
    },
  ],
};
