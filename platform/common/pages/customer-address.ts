/** The parameter of an address that says for which customer a provider opens it. */
const parameter = 'for';

/** An address that people of a provider open for one of its customers; its other parts stay as they are. */
export function forCustomer(address: string, customerId: number): string {
  const [rest = '', hash] = address.split('#', 2);
  const to = `${rest}${rest.includes('?') ? '&' : '?'}${parameter}=${customerId}`;
  return hash === undefined ? to : `${to}#${hash}`;
}

/** The customer for whom an address is opened, and the address without it; null if it names none. */
export function customerOf(address: string): { customerId: number; address: string } | null {
  const [rest = '', hash] = address.split('#', 2);
  const [path = '', query = ''] = rest.split('?', 2);
  const others = query.split('&').filter((one) => !one.startsWith(`${parameter}=`));
  const [, asked] = new RegExp(`(?:^|&)${parameter}=([1-9]\\d{0,8})(?:&|$)`).exec(query) ?? [];
  if (asked === undefined) return null;
  const kept = others.join('&');
  return {
    customerId: Number(asked),
    address: `${path}${kept && `?${kept}`}${hash === undefined ? '' : `#${hash}`}`,
  };
}
