import { isDevice, type SellingPlace } from '#core/market/web/parts.tsx';

export const storePath = '/management/devices/store';

/**
 * The store of integrators as the market's pages see it: without devices that integrators are not offered. Its pages
 * keep the device request that an order is for, if there is one.
 */
export const storeFor = (request: string | null): SellingPlace => ({
  address: (path, params) => {
    const query = new URLSearchParams(params);
    if (path === 'cart') query.set('cart', '1');
    if (request) query.set('request', request);
    const address = path === 'cart' ? storePath : path.replace(/^main/, storePath);
    return query.size > 0 ? `${address}?${query}` : address;
  },
  offers: (product) => !isDevice(product) || product.offer?.siAvailable === true,
});
