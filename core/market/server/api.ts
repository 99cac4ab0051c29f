export { addressSnapshot } from './addresses.ts';
export { assertMayBuy } from './buyers.ts';
export { packageModels } from './package-models.ts';
export { assertNoProblems, type PricedOrder, priceOrders } from './quotes.ts';
export { moveStock, releaseStock, releaseVoucher, reserveStock, takeVoucher } from './reservations.ts';
export { currentSeller } from './sellers.ts';
export { countryTerms } from './terms.ts';
