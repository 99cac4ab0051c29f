import { serve } from '#platform/server/serve.ts';
import { market } from '../app.ts';
import { buyerAddressHandlers } from './addresses.ts';
import { discountHandlers } from './discounts.ts';
import { pluginHandlers, productHandlers, solutionHandlers } from './products.ts';
import { quoteRequestHandlers } from './quotes/quote-requests.ts';
import { quoteHandlers } from './quotes/quotes.ts';
import { addProducts } from './reference.ts';
import { sellerHandlers } from './sellers.ts';
import './tables.ts';

export const marketServer = serve(
  market,
  {
    product: productHandlers,
    plugin: pluginHandlers,
    solution: solutionHandlers,
    quote: quoteHandlers,
    quoteRequest: quoteRequestHandlers,
    address: buyerAddressHandlers,
    seller: sellerHandlers,
    discount: discountHandlers,
  },
  { reference: addProducts },
);
