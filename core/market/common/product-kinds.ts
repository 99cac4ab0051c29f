import { z } from 'zod';

export const productKinds = [
  'device',
  'package',
  'band',
  'sensor',
  'plugin',
  'shelter',
  'tokenPackage',
  'communication',
  'service',
  'calling-package',
  'sms-package',
  'accessory',
] as const;
export type ProductKind = (typeof productKinds)[number];

const largestPrice = 999_999.99;
/** An amount in US dollars with at most two decimals. */
export const dollars = (largest = largestPrice) =>
  z
    .number('enterANumber')
    .min(0, 'outOfRange')
    .max(largest, 'outOfRange')
    .refine((amount) => Number.isInteger(Math.round(amount * 1e6) / 1e4), 'wholeCents');
