import { useMemo } from 'react';
import { useParamsOfAddress } from '../addresses/use-address-params.ts';

/** The voucher and the delivery address that a cart is priced with. They are in the address of the page. */
export function useCartParams() {
  const [params, set] = useParamsOfAddress();
  const voucher = params.get('voucher') ?? '';
  const addressId = Number(params.get('address')) || null;
  const asked = useMemo(() => ({ voucher, addressId }), [voucher, addressId]);
  return {
    asked,
    set: (changes: { voucher?: string; address?: string | null }) => set(changes, { replace: true }),
  };
}
