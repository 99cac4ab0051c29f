import { formatNumber } from '#platform/web/i18n/formats.ts';

/** An amount in US dollars as text, the same in both languages: `$1,234.50`. */
export const dollarText = (amount: number): string =>
  `${amount < 0 ? '-' : ''}$${formatNumber(Math.abs(amount), 2, 'en')}`;
