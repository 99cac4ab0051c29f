export { assertMayBuy } from './buyers.ts';
export { assertNoProblems, orderTypesOf, type PricedOrder, type Pricing, priceOrders } from './quotes.ts';
export { type CountryTerms, countryTerms } from './terms.ts';
