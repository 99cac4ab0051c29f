/** The currencies of the product with the number of decimals of their minor unit (ISO 4217). */
const currencyDecimals = { AED: 2, SAR: 2, QAR: 2, USD: 2, OMR: 3, KWD: 3, BHD: 3 } as const;
export type Currency = keyof typeof currencyDecimals;
export const currencies = Object.keys(currencyDecimals) as [Currency, ...Currency[]];

const zoneCurrencies: Readonly<Record<string, Currency>> = {
  'Asia/Dubai': 'AED',
  'Asia/Riyadh': 'SAR',
  'Asia/Qatar': 'QAR',
  'Asia/Muscat': 'OMR',
  'Asia/Kuwait': 'KWD',
  'Asia/Bahrain': 'BHD',
};
/** The currency of most payments in a time zone. */
export const currencyOfZone = (zone: string): Currency => zoneCurrencies[zone] ?? 'USD';

export const decimalsOf = (currency: Currency): number => currencyDecimals[currency];
