import { sql } from 'kysely';

/** Whether the order line `l` is counted in the stock of its product. The contents of a package are part of the stock of the package. */
export const hasOwnStock = sql<boolean>`NOT EXISTS (
  SELECT FROM order_line package WHERE package.order_id = l.order_id AND package.path = l.parent_path AND package.kind = 'package')`;
