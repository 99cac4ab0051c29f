import type { Market } from '#core/market/common/manifest.ts';

/** What the sample app sells in tests: a tank with options, a meter of which few are left, subscriptions, a kit of several devices. */
export const sampleMarket: Market = {
  aliases: ['sample-app'],
  orderTypes: {
    'sample-hardware': {
      sells: ['device'],
      with: ['plugin', 'tokenPackage', 'sensor', 'shelter'],
      steps: ['solutions', 'products', 'config', 'tokens'],
    },
    'sample-tokens': { sells: ['tokenPackage'], steps: ['solutions', 'devices'], cartType: 'tokens' },
    'sample-meters': { sells: ['device'], steps: ['products', 'config'], fixed: true },
    'sample-kits': { sells: ['package'], steps: ['packages', 'quantity'] },
  },
  products: [
    {
      sku: 'SAMPLE-TANK',
      kind: 'device',
      name: { en: 'Tank 1', ar: 'خزان 1' },
      price: 100,
      solutions: [901],
      hardware: 90101,
      drawing: 'tank',
      offer: {
        dimension: '10 × 10 cm',
        batteryLifeMonths: 60,
        warrantyMonths: 24,
        communication: 'NB-IoT',
        freeMonths: 12,
      },
      options: [
        { sku: 'SAMPLE-SHORT', group: 'probe', max: 1 },
        { sku: 'SAMPLE-LONG', group: 'probe', max: 1 },
        { sku: 'SAMPLE-SHELTER', max: 2 },
        { sku: 'SAMPLE-LOCK', dependsOn: 'SAMPLE-SHELTER', max: 1 },
        { sku: 'SAMPLE-STATEMENT', included: true, max: 1 },
      ],
      integrators: true,
    },
    {
      sku: 'SAMPLE-METER',
      kind: 'device',
      name: { en: 'Meter 1', ar: 'عداد 1' },
      price: 33.33,
      solutions: [903],
      hardware: 90301,
      drawing: 'meter',
      stock: 100,
    },
    { sku: 'SAMPLE-SHORT', kind: 'sensor', name: { en: 'Short probe', ar: 'مجس قصير' }, price: 0, drawing: 'probe' },
    { sku: 'SAMPLE-LONG', kind: 'sensor', name: { en: 'Long probe', ar: 'مجس طويل' }, price: 20, drawing: 'probe' },
    { sku: 'SAMPLE-SHELTER', kind: 'shelter', name: { en: 'Shelter', ar: 'غطاء' }, price: 15.5, drawing: 'card' },
    { sku: 'SAMPLE-LOCK', kind: 'shelter', name: { en: 'Shelter lock', ar: 'قفل الغطاء' }, price: 5, drawing: 'card' },
    { sku: 'SAMPLE-STATEMENT', kind: 'plugin', name: { en: 'Statement', ar: 'كشف' }, price: null, drawing: 'card' },
    {
      sku: 'SAMPLE-VALVE',
      kind: 'plugin',
      name: { en: 'Shut-off', ar: 'إغلاق تلقائي' },
      price: 45,
      fits: [90101],
      drawing: 'card',
    },
    {
      sku: 'SAMPLE-TOKEN-12',
      kind: 'tokenPackage',
      name: { en: 'Subscription 12 months', ar: 'اشتراك 12 شهرًا' },
      price: 24,
      months: 12,
      drawing: 'card',
    },
    {
      sku: 'SAMPLE-KIT',
      kind: 'package',
      name: { en: 'Starter kit', ar: 'باقة البداية' },
      price: 150,
      drawing: 'card',
      options: [
        { sku: 'SAMPLE-TANK', included: true, min: 1, max: 1, preset: 1 },
        { sku: 'SAMPLE-METER', included: true, min: 2, max: 2, preset: 2 },
      ],
    },
  ],
};
