export const myOrdersPath = '/core/market/my-orders';
export const myOrderAddress = ({ id }: { id: number }): string => `${myOrdersPath}/${id}`;
/** The page of the sandbox bank, on which a cardholder approves a payment. */
export const bankAddress = (orderId: number): string => `${myOrdersPath}/${orderId}/bank`;
