import { NumberInput, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import { useInputText } from '#platform/web/ui/input/texts.ts';
import { type AmountFault, amountFaults } from '#platform/web/ui/list/filters/amount.ts';
import type { Product } from '../../common/product.ts';
import { useText } from '../api.ts';
import classes from '../Market.module.css';
import type { ProductFilter } from './product-filters.ts';

type Props = {
  filter: ProductFilter;
  products: readonly Product[];
  solutions: readonly { id: number; name: string }[];
  onChange(name: string, value: string | null): void;
};

const optionsOf = (named: readonly { id: number; name: string }[]) =>
  [...new Map(named.map(({ id, name }) => [id, name]))].map(([id, label]) => ({ value: String(id), label }));

/** The filters of a catalogue: search, solution, sensor, months without a fee and price. */
export function ProductFilters({ filter, products, solutions, onChange }: Props) {
  const t = useText();
  const inputText = useInputText();
  const sensors = optionsOf(products.flatMap(({ offer }) => offer?.sensors ?? []));
  const free = [...new Set(products.flatMap(({ offer }) => offer?.freeTokenValidityInMonths || []))].sort(
    (a, b) => a - b,
  );
  const faults = amountFaults(filter.price, { min: 0 });
  const errorText = (fault: AmountFault | null) => fault && inputText(`amount.${fault.text}`, { bound: fault.bound });
  const select = (name: 'solution' | 'sensor' | 'free', data: { value: string; label: string }[]) =>
    data.length > 1 && (
      <Select
        aria-label={t(`filters.${name}`)}
        placeholder={t(`filters.${name}`)}
        data={data}
        value={filter[name] === null ? null : String(filter[name])}
        onChange={(value) => onChange(name, value)}
        clearable
        clearButtonProps={{ 'aria-label': inputText('clear', { name: t(`filters.${name}`) }) }}
        searchable
      />
    );
  const bound = (name: 'min' | 'max') => (
    <NumberInput
      aria-label={inputText(`amount.${name}Of`, { name: t('filters.price') })}
      placeholder={inputText(name === 'min' ? 'amount.minimum' : 'amount.maximum')}
      value={filter.price[name] ?? ''}
      onChange={(value) => onChange(name, value === '' ? null : String(value))}
      error={errorText(faults[name])}
      hideControls
      prefix="$"
      dir="ltr"
    />
  );
  return (
    <div className={classes.filters}>
      <TextInput
        type="search"
        aria-label={t('searchProducts')}
        placeholder={t('searchProducts')}
        leftSection={<IconSearch size={iconSizes.sm} aria-hidden />}
        value={filter.search}
        onChange={(event) => onChange('search', event.currentTarget.value)}
      />
      {select('solution', optionsOf(solutions))}
      {select('sensor', sensors)}
      {select(
        'free',
        free.map((months) => ({ value: String(months), label: t('monthsFree', { count: months }) })),
      )}
      {bound('min')}
      {bound('max')}
    </div>
  );
}
