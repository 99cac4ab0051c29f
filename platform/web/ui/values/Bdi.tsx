import type { ReactNode } from 'react';

/** Isolates codes, phone numbers, MAC addresses and numbers with units, which are left to right in every language. */
export function Bdi({ children }: { children: ReactNode }) {
  return <bdi dir="ltr">{children}</bdi>;
}
