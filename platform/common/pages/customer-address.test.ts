import { expect, test } from 'vitest';
import { customerOf, forCustomer } from './customer-address.ts';

test('an address for a customer keeps its other parts, and gives them back', () => {
  for (const address of ['/traps', '/traps?state=sprung,silent', '/traps?tab=hits#last', 'https://x.test/traps#a']) {
    const to = forCustomer(address, 21);
    expect(new URL(to, 'https://x.test').searchParams.get('for')).toBe('21');
    expect(customerOf(to)).toEqual({ customerId: 21, address });
  }
});

test('an address without a customer, or with something else, names none', () => {
  for (const address of ['/traps', '/traps?for=', '/traps?for=x', '/traps?for=0', '/traps?before=21', '/traps#for=21'])
    expect(customerOf(address)).toBeNull();
});
