import { deviceProducts } from '#core/market/common/device-product.ts';
import type { Market } from '#core/market/common/manifest.ts';
import { hardware } from './devices.ts';

const device = deviceProducts('METROWATCH', hardware);

/** What SmartTrack sells. */
export const market: Market = {
  orderTypes: {
    'metrowatch-hardware': {
      sells: ['device'],
      with: ['plugin', 'tokenPackage', 'band', 'accessory'],
      steps: ['solutions', 'products', 'config'],
    },
    'metrowatch-tokens': { sells: ['tokenPackage'], steps: ['solutions', 'devices'] },
    'metrowatch-accessories': { sells: ['band', 'accessory'], steps: ['solutions', 'products', 'config'], fixed: true },
  },
  products: [
    device(
      { id: 1101, name: { en: 'LeverLock', ar: 'قفل ذكي بمقبض' }, price: 245, drawing: 'lever-lock' },
      { dimension: '290 × 68 × 32 mm', communication: 'BLE', batteryLifeMonths: 12 },
    ),
    device(
      { id: 1201, name: { en: 'E-Padlock', ar: 'قفل إلكتروني معلّق' }, price: 129, drawing: 'padlock', stock: 120 },
      { dimension: '92 × 62 × 34 mm', communication: 'LTE-M', batteryLifeMonths: 18 },
    ),
    device(
      { id: 1202, price: 189, drawing: 'padlock', stock: 60 },
      { dimension: '148 × 74 × 38 mm', communication: 'LTE-M' },
    ),
    device(
      { id: 1301, months: 6, price: 95, drawing: 'logger', stock: 80 },
      { dimension: '98 × 64 × 28 mm', communication: 'LTE-M', batteryLifeMonths: 24 },
    ),
    device(
      { id: 1401, months: 6, price: 85, drawing: 'tracker-box', options: [{ sku: 'METROWATCH-MOUNT', max: 1 }] },
      { dimension: '86 × 60 × 26 mm', communication: 'LTE-M', batteryLifeMonths: 36 },
    ),
    device(
      { id: 1501, months: 6, price: 110, drawing: 'solar-tracker', options: [{ sku: 'METROWATCH-MOUNT', max: 1 }] },
      { dimension: '138 × 84 × 26 mm', communication: 'LTE-M' },
    ),
    device(
      { id: 1601, months: 6, price: 99, drawing: 'pendant', options: [{ sku: 'METROWATCH-BAND', max: 2 }] },
      { dimension: '62 × 44 × 17 mm', communication: 'LTE-M' },
    ),
    device(
      { id: 1901, name: { en: 'DeviceLock', ar: 'قفل الأجهزة' }, price: 139, drawing: 'padlock' },
      { dimension: '120 × 52 × 30 mm', communication: 'Zigbee', batteryLifeMonths: 12 },
    ),
    device(
      { id: 2001, price: 120, drawing: 'parking-puck' },
      { dimension: '140 × 34 mm', communication: 'LoRaWAN', batteryLifeMonths: 84 },
    ),
    {
      sku: 'METROWATCH-BAND',
      kind: 'band',
      name: { en: 'Wrist band', ar: 'سوار معصم' },
      price: 12,
      solutions: [16],
      fits: [1601],
      drawing: 'band',
    },
    {
      sku: 'METROWATCH-MOUNT',
      kind: 'accessory',
      name: { en: 'Magnetic mount', ar: 'حامل مغناطيسي' },
      price: 15,
      solutions: [14, 15],
      fits: [1401, 1501],
      drawing: 'bracket',
    },
    {
      sku: 'METROWATCH-TOKEN-12',
      kind: 'tokenPackage',
      name: { en: 'Lock subscription, 12 months', ar: 'اشتراك قفل 12 شهرًا' },
      price: 22,
      months: 12,
      solutions: [11, 12, 19],
      drawing: 'card',
    },
    {
      sku: 'METROWATCH-TRACKING-12',
      kind: 'tokenPackage',
      name: { en: 'Tracking subscription, 12 months', ar: 'اشتراك تتبّع 12 شهرًا' },
      price: 24,
      months: 12,
      solutions: [14, 15, 16],
      drawing: 'card',
    },
    {
      sku: 'METROWATCH-MONITORING-12',
      kind: 'tokenPackage',
      name: { en: 'Cold storage and parking subscription, 12 months', ar: 'اشتراك التخزين المبرّد والمواقف 12 شهرًا' },
      price: 18,
      months: 12,
      solutions: [13, 20],
      drawing: 'card',
    },
  ],
};
