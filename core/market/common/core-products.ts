import type { Market } from './manifest.ts';

/** The products of the installation itself: messages, calls, data and services. */
export const coreMarket: Market = {
  orderTypes: {
    'core-sms-packages': { sells: ['sms-package'], steps: ['packages', 'quantity'] },
    'core-calling-packages': { sells: ['calling-package'], steps: ['packages', 'quantity'] },
    'core-communication-packages': { sells: ['communication'], steps: ['packages', 'quantity'] },
    'core-services': { sells: ['service'], steps: ['packages', 'quantity'] },
  },
  products: [
    {
      sku: 'CORE-SMS-1000',
      kind: 'sms-package',
      name: { en: 'SMS 1,000', ar: '1,000 رسالة نصية' },
      price: 25,
      units: 1000,
      icon: 1,
      drawing: 'card',
    },
    {
      sku: 'CORE-SMS-10000',
      kind: 'sms-package',
      name: { en: 'SMS 10,000', ar: '10,000 رسالة نصية' },
      price: 210,
      units: 10_000,
      icon: 1,
      drawing: 'card',
    },
    {
      sku: 'CORE-CALL-500',
      kind: 'calling-package',
      name: { en: 'Calls 500 min', ar: 'مكالمات 500 دقيقة' },
      price: 40,
      units: 500,
      icon: 2,
      drawing: 'card',
    },
    {
      sku: 'CORE-DATA-1GB',
      kind: 'communication',
      name: { en: 'IoT data 1 GB', ar: 'بيانات 1 غيغابايت' },
      price: 12,
      units: 1,
      icon: 3,
      drawing: 'card',
    },
    {
      sku: 'CORE-SURVEY',
      kind: 'service',
      name: { en: 'Site survey', ar: 'معاينة الموقع' },
      price: 150,
      drawing: 'card',
    },
    {
      sku: 'CORE-INSTALL',
      kind: 'service',
      name: { en: 'Installation, each device', ar: 'تركيب كل جهاز' },
      price: 35,
      drawing: 'card',
    },
  ],
};
