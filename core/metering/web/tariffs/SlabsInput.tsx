import { ActionIcon, Button, Input, NumberInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { iconSizes } from '#platform/web/theme.ts';
import type { TariffTerms } from '../../common/terms.ts';
import classes from '../Metering.module.css';
import { useText } from '../texts.ts';

type Slabs = TariffTerms['slabs'];
type Props = { value: Slabs; unit: string; currency: string; error: ReactNode; onChange(value: Slabs): void };

const maxSlabs = 10;

/** The slabs of a tariff. The last one is open. */
export function SlabsInput({ value, unit, currency, error, onChange }: Props) {
  const t = useText();
  const change = (at: number, part: Partial<Slabs[number]>) =>
    onChange(value.map((slab, index) => (index === at ? { ...slab, ...part } : slab)));
  const remove = (at: number) => {
    const rest = value.filter((_, index) => index !== at);
    onChange(rest.map((slab, index) => (index === rest.length - 1 ? { ...slab, upTo: null } : slab)));
  };
  const add = () => {
    const last = value.at(-2)?.upTo ?? 0;
    const open = value.at(-1) ?? { upTo: null, price: '' };
    onChange([...value.slice(0, -1), { ...open, upTo: last + 1000 }, { upTo: null, price: '' }]);
  };
  return (
    <Input.Wrapper label={t('terms.slabs')} labelElement="div" error={error}>
      <div className={classes.rows}>
        {value.map((slab, index) => {
          const n = index + 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: slabs have no key and keep their order
            <div key={index} className={classes.slab}>
              {slab.upTo === null ? (
                <TextInput label={t('terms.upTo', { n, unit })} value={t('terms.open')} readOnly disabled />
              ) : (
                <NumberInput
                  label={t('terms.upTo', { n, unit })}
                  min={0}
                  value={slab.upTo}
                  onChange={(upTo) => change(index, { upTo: typeof upTo === 'number' ? upTo : 0 })}
                />
              )}
              <TextInput
                label={t('terms.price', { n, currency, unit })}
                dir="ltr"
                inputMode="decimal"
                value={slab.price}
                onChange={(event) => change(index, { price: event.currentTarget.value })}
              />
              <ActionIcon
                size="lg"
                aria-label={t('terms.removeSlab', { n })}
                disabled={value.length === 1}
                onClick={() => remove(index)}
              >
                <IconTrash size={iconSizes.md} aria-hidden />
              </ActionIcon>
            </div>
          );
        })}
        {value.length < maxSlabs && (
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
              onClick={add}
            >
              {t('terms.addSlab')}
            </Button>
          </div>
        )}
      </div>
    </Input.Wrapper>
  );
}
