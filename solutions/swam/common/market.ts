import { deviceProducts } from '#core/market/common/device-product.ts';
import type { Market } from '#core/market/common/manifest.ts';
import { hardware } from './sensors.ts';

const device = deviceProducts('SWAM', hardware);
const shelter = [{ sku: 'SWAM-SHELTER', max: 1 }];
const box = [{ sku: 'SWAM-BOX', max: 1 }];
const statement = { sku: 'SWAM-STATEMENT', included: true, max: 1 } as const;
const meterOptions = [...box, statement];

/** What PureTrace sells. */
export const market: Market = {
  orderTypes: {
    'swam-hardware': {
      sells: ['device'],
      with: ['plugin', 'tokenPackage', 'shelter', 'sensor', 'accessory'],
      steps: ['solutions', 'products', 'config', 'tokens'],
    },
    'swam-tokens': { sells: ['tokenPackage'], steps: ['solutions', 'devices'] },
  },
  products: [
    device(
      { id: 101, name: { en: 'AquaLab 4', ar: 'أكوا لاب 4' }, price: 1450, drawing: 'probe-cluster', options: shelter },
      { dimension: '310 × 90 mm', communication: 'LTE-M', batteryLifeMonths: 24 },
    ),
    device(
      {
        id: 201,
        name: { en: 'TankEye U3', ar: 'عين الخزان U3' },
        price: 189,
        drawing: 'tank',
        stock: 240,
        options: shelter,
      },
      { dimension: '96 × 72 mm', communication: 'NB-IoT', batteryLifeMonths: 84 },
    ),
    device(
      {
        id: 301,
        name: { en: 'LeakGuard F1', ar: 'حارس التسرب F1' },
        price: 235,
        drawing: 'pipe-meter',
        stock: 90,
        options: [...box, { sku: 'SWAM-SHUTOFF', max: 1 }],
      },
      { dimension: '140 × 96 × 82 mm', communication: 'LoRaWAN', batteryLifeMonths: 96 },
    ),
    device(
      {
        id: 401,
        name: { en: 'AirSense Indoor', ar: 'مستشعر الهواء الداخلي' },
        price: 219,
        drawing: 'air-puck',
        stock: 300,
      },
      { dimension: '110 × 28 mm', communication: 'Wi-Fi' },
    ),
    device(
      {
        id: 501,
        name: { en: 'AirSense Outdoor', ar: 'مستشعر الهواء الخارجي' },
        price: 690,
        drawing: 'outdoor-mast',
        options: shelter,
      },
      { dimension: '420 × 160 mm', communication: 'LTE-M' },
    ),
    device(
      { id: 601, months: 6, name: { en: 'GasWatch 3', ar: 'مراقب الغاز 3' }, price: 320, drawing: 'gas-head' },
      { dimension: '150 × 110 × 60 mm', communication: 'wired' },
    ),
    device(
      {
        id: 701,
        name: { en: 'GasMeter G4', ar: 'عداد الغاز G4' },
        price: 145,
        drawing: 'diaphragm-meter',
        options: meterOptions,
      },
      { dimension: '212 × 194 × 155 mm', communication: 'NB-IoT', batteryLifeMonths: 120 },
    ),
    device(
      {
        id: 801,
        name: { en: 'WaterMeter DN20', ar: 'عداد المياه DN20' },
        price: 128,
        drawing: 'pipe-meter',
        stock: 500,
        options: meterOptions,
      },
      { dimension: '190 × 100 × 95 mm', communication: 'LoRaWAN', batteryLifeMonths: 144 },
    ),
    device(
      {
        id: 901,
        name: { en: 'ChillMeter BTU', ar: 'عداد التبريد BTU' },
        price: 540,
        drawing: 'btu-meter',
        options: meterOptions,
      },
      { dimension: '260 × 130 × 110 mm', communication: 'LoRaWAN', batteryLifeMonths: 96 },
    ),
    device(
      {
        id: 1001,
        name: { en: 'FlowControl V2', ar: 'وحدة التحكم V2' },
        price: 260,
        drawing: 'valve-unit',
        options: box,
      },
      { dimension: '180 × 120 × 90 mm', communication: 'LTE-M' },
    ),
    device(
      {
        id: 1701,
        name: { en: 'PowerMeter 1P', ar: 'عداد كهرباء أحادي الطور' },
        price: 79,
        drawing: 'din-meter',
        stock: 400,
        options: [statement],
      },
      { dimension: '36 × 90 × 65 mm', communication: 'LoRaWAN' },
    ),
    device(
      {
        id: 1703,
        name: { en: 'PowerMeter 3P', ar: 'عداد كهرباء ثلاثي الأطوار' },
        price: 149,
        drawing: 'din-meter-3',
        stock: 150,
        options: [statement],
      },
      { dimension: '72 × 90 × 65 mm', communication: 'LoRaWAN' },
    ),
    device(
      {
        id: 1801,
        name: { en: 'ThermoProbe 1', ar: 'مجس حرارة أحادي' },
        price: 69,
        drawing: 'probe',
        stock: 200,
        options: shelter,
      },
      { dimension: '90 × 60 × 32 mm', communication: 'LoRaWAN', batteryLifeMonths: 60 },
    ),
    device(
      { id: 1803, name: { en: 'ThermoProbe 3', ar: 'مجس حرارة ثلاثي' }, price: 99, drawing: 'probe', options: shelter },
      { dimension: '90 × 60 × 32 mm', communication: 'LoRaWAN', batteryLifeMonths: 48 },
    ),
    {
      sku: 'SWAM-TOKEN-12',
      kind: 'tokenPackage',
      name: { en: 'Monitoring subscription, 12 months', ar: 'اشتراك مراقبة 12 شهرًا' },
      price: 24,
      months: 12,
      drawing: 'card',
    },
    {
      sku: 'SWAM-TOKEN-36',
      kind: 'tokenPackage',
      name: { en: 'Monitoring subscription, 36 months', ar: 'اشتراك مراقبة 36 شهرًا' },
      price: 60,
      months: 36,
      drawing: 'card',
    },
    {
      sku: 'SWAM-METER-TOKEN-12',
      kind: 'tokenPackage',
      name: { en: 'Meter subscription, 12 months', ar: 'اشتراك عداد 12 شهرًا' },
      price: 18,
      months: 12,
      solutions: [7, 8, 9, 17],
      drawing: 'card',
    },
    {
      sku: 'SWAM-SHELTER',
      kind: 'shelter',
      name: { en: 'Weather shelter IP66', ar: 'غطاء واقٍ IP66' },
      price: 49,
      drawing: 'shelter',
    },
    {
      sku: 'SWAM-BOX',
      kind: 'shelter',
      name: { en: 'Meter box IP67', ar: 'صندوق عداد IP67' },
      price: 39,
      drawing: 'shelter',
    },
    {
      sku: 'SWAM-STATEMENT',
      kind: 'plugin',
      name: { en: 'Monthly statement', ar: 'كشف شهري' },
      price: null,
      fits: [701, 801, 901, 1701, 1703],
      drawing: 'card',
    },
    {
      sku: 'SWAM-SHUTOFF',
      kind: 'plugin',
      name: { en: 'Leak shut-off', ar: 'إغلاق تلقائي عند التسرب' },
      price: 45,
      fits: [301],
      drawing: 'card',
    },
  ],
};
