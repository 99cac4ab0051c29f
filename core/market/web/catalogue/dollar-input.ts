/** How a price in US dollars is entered. */
export const dollarInput = {
  min: 0,
  decimalScale: 2,
  prefix: '$',
  thousandSeparator: ',',
  styles: { input: { direction: 'ltr' } },
} as const;
