export const myOrdersPath = '/core/market/my-orders';
export const myOrderAddress = ({ id }: { id: number }): string => `${myOrdersPath}/${id}`;
/** The page of the bank of the sandbox, on which the holder of a card approves a payment. */
export const bankAddress = (orderId: number): string => `${myOrdersPath}/${orderId}/bank`;
