import type { Currency } from '#platform/common/text/currencies.ts';

/** The currency of the prices of the shop, of its orders and payments. Local currencies follow from the terms of a country. */
export const shopCurrency = 'USD' satisfies Currency;
