import { NumberInput } from '@mantine/core';
import { useText } from './api.ts';
import { Money } from './Money.tsx';
import { maxQty } from './wizard-order.ts';

type QuantityProps = { value: number; label: string; min?: number; onChange(qty: number): void };

/** The quantity of an ordered product. */
export function Quantity({ value, label, min = 1, onChange }: QuantityProps) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={min}
      max={maxQty}
      allowDecimal={false}
      allowNegative={false}
      onChange={(next) => onChange(Number(next) || min)}
      dir="ltr"
      w="9rem"
    />
  );
}

/** A name with its price. They are isolated: an Arabic name may end in Latin letters. */
export function Priced({ name, price }: { name: string; price: number | null }) {
  const t = useText();
  return (
    <>
      <bdi>{name}</bdi> · {price ? <Money of={price} /> : t('included')}
    </>
  );
}
