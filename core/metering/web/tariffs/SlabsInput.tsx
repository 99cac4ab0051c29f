import { Input, NumberInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { RowsInput } from '#platform/web/ui/rows/RowsInput.tsx';
import type { TariffTerms } from '../../common/terms.ts';
import classes from '../Metering.module.css';
import { useText } from '../texts.ts';

type Slabs = TariffTerms['slabs'];
type Props = { value: Slabs; unit: string; currency: string; error: ReactNode; onChange(value: Slabs): void };

const maxSlabs = 10;
const usualSize = 1000;

/** Only the last slab is open. */
const withOpenEnd = (slabs: Slabs): Slabs =>
  slabs.map((slab, index) => {
    if (index === slabs.length - 1) return { ...slab, upTo: null };
    return slab.upTo === null ? { ...slab, upTo: (slabs[index - 1]?.upTo ?? 0) + usualSize } : slab;
  });

/** The slabs of a tariff. The last one is open. */
export function SlabsInput({ value, unit, currency, error, onChange }: Props) {
  const t = useText();
  return (
    <Input.Wrapper label={t('terms.slabs')} labelElement="div" error={error}>
      <RowsInput
        value={value}
        onChange={(slabs) => onChange(withOpenEnd(slabs))}
        newRow={() => ({ upTo: null, price: '' })}
        addLabel={t('terms.addSlab')}
        removeLabel={(_, index) => t('terms.removeSlab', { n: index + 1 })}
        least={1}
        most={maxSlabs}
      >
        {({ row: slab, index, change, remove }) => (
          <div className={classes.slab}>
            {slab.upTo === null ? (
              <TextInput label={t('terms.upTo', { n: index + 1, unit })} value={t('terms.open')} readOnly disabled />
            ) : (
              <NumberInput
                label={t('terms.upTo', { n: index + 1, unit })}
                min={0}
                value={slab.upTo}
                onChange={(upTo) => change({ upTo: typeof upTo === 'number' ? upTo : 0 })}
              />
            )}
            <TextInput
              label={t('terms.price', { n: index + 1, currency, unit })}
              dir="ltr"
              inputMode="decimal"
              value={slab.price}
              onChange={(event) => change({ price: event.currentTarget.value })}
            />
            {remove}
          </div>
        )}
      </RowsInput>
    </Input.Wrapper>
  );
}
