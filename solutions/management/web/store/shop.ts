import { isDevice, type Shop } from '#core/market/web/parts.tsx';

export const storePath = '/management/devices/store';

/** The store of integrators as the market's pages see it: without devices that integrators are not offered. */
export const store: Shop = {
  address: (path) => (path === 'cart' ? `${storePath}?cart=1` : path.replace(/^main/, storePath)),
  offers: (product) => !isDevice(product) || product.offer?.siAvailable === true,
};
