export const checkoutPath = '/core/market/checkout';
export const myOrdersPath = '/core/market/my-orders';
export const myOrderAddress = (id: number): string => `${myOrdersPath}/${id}`;
