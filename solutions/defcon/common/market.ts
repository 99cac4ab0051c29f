import { contentsOf, deviceProducts } from '#core/market/common/device-product.ts';
import type { Market } from '#core/market/common/manifest.ts';
import { hardware } from './devices.ts';

const device = deviceProducts('DEFCON', hardware);
const contents = contentsOf('DEFCON');

/** What ProTect sells. */
export const market: Market = {
  orderTypes: {
    'defcon-hardware': { sells: ['device'], steps: ['products', 'config'] },
    'defcon-package': { sells: ['package', 'device'], steps: ['packages', 'config'] },
  },
  products: [
    device({ id: 2101, price: 549, drawing: 'panel' }, { dimension: '320 × 260 × 90 mm', communication: '4G' }),
    device(
      { id: 2102, price: 299, drawing: 'panel', stock: 60 },
      { dimension: '220 × 180 × 60 mm', communication: '4G' },
    ),
    device(
      { id: 2103, months: 0, price: 39, drawing: 'pir', stock: 400 },
      { dimension: '112 × 60 × 46 mm', communication: 'Zigbee', batteryLifeMonths: 36 },
    ),
    device(
      { id: 2104, months: 0, price: 24, drawing: 'contact', stock: 600 },
      { dimension: '72 × 20 × 14 mm', communication: 'Zigbee', batteryLifeMonths: 36 },
    ),
    device(
      { id: 2105, months: 0, price: 59, drawing: 'siren', stock: 150 },
      { dimension: '180 × 180 × 62 mm', communication: 'Zigbee', batteryLifeMonths: 24 },
    ),
    device(
      { id: 2106, months: 0, price: 75, drawing: 'keypad', stock: 150 },
      { dimension: '150 × 92 × 22 mm', communication: 'Zigbee', batteryLifeMonths: 24 },
    ),
    {
      sku: 'DEFCON-VILLA',
      kind: 'package',
      name: { en: 'Villa package', ar: 'باقة الفيلا' },
      price: 699,
      drawing: 'panel',
      options: contents({ 2101: 1, 2103: 2, 2104: 4, 2105: 1, 2106: 1 }),
    },
    {
      sku: 'DEFCON-SHOP',
      kind: 'package',
      name: { en: 'Shop package', ar: 'باقة المتجر' },
      price: 449,
      drawing: 'panel',
      options: contents({ 2102: 1, 2103: 2, 2104: 2, 2105: 1, 2106: 1 }),
    },
  ],
};
