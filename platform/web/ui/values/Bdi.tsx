import type { ReactNode } from 'react';

/** Codes, phones, MACs and numbers with units: left to right in every language. */
export function Bdi({ children }: { children: ReactNode }) {
  return <bdi dir="ltr">{children}</bdi>;
}
