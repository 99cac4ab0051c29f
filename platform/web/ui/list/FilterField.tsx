import { Chip, Group, Input, MultiSelect, NumberInput, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useEffect } from 'react';
import { dateFormats, firstDayOfWeek } from '#platform/common/time.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { DatesProvided } from '../DatesProvided.tsx';
import type { Filter, Option } from './filters.ts';
import type { FilterValue } from './list-state.ts';
import { SearchedSelect } from './SearchedSelect.tsx';

export type FieldProps = {
  namespace: string;
  name: string;
  filter: Filter;
  value: FilterValue | undefined;
  labels: Record<string, string>;
  parent: FilterValue | undefined;
  onChange(value: FilterValue | undefined): void;
  onLabels(labels: Record<string, string>): void;
  onBroken(broken: boolean): void;
};

/** The input of one filter. */
export function FilterField(props: FieldProps) {
  switch (props.filter.kind) {
    case 'select':
      return props.filter.search ? <SearchedSelect {...props} /> : <OptionsField {...props} />;
    case 'boolean':
      return <BooleanField {...props} />;
    case 'dateRange':
      return <DatesField {...props} />;
    case 'range':
      return <AmountField {...props} />;
  }
}

const listed = (value: FilterValue | undefined): string[] => (Array.isArray(value) ? value : []);

function OptionsField({ namespace, name, filter, value, parent, onChange }: FieldProps) {
  const { label, has } = useLabels(namespace);
  const data = (filter.options ?? []).map((option): Option => {
    if (typeof option !== 'string') return option;
    const key = `values.${filter.field}.${option}`;
    return { value: option, label: has(key) ? label(key) : option };
  });
  const disabled = filter.dependsOn !== undefined && parent === undefined;
  if (filter.single) {
    return (
      <Select
        label={name}
        data={data}
        value={listed(value)[0] ?? null}
        onChange={(next) => onChange(next ? [next] : undefined)}
        clearable
        disabled={disabled}
      />
    );
  }
  return (
    <MultiSelect
      label={name}
      data={data}
      value={listed(value)}
      onChange={onChange}
      clearable
      searchable={data.length > 8}
      disabled={disabled}
      hidePickedOptions
    />
  );
}

function BooleanField({ name, value, onChange }: FieldProps) {
  const t = useKitText();
  return (
    <Input.Wrapper label={name}>
      <Chip.Group value={listed(value)[0] ?? ''} onChange={(next) => onChange(next ? [next] : undefined)}>
        <Group gap="xs" mt={4}>
          <Chip value="">{t('list.any')}</Chip>
          <Chip value="true">{t('actions.yes')}</Chip>
          <Chip value="false">{t('actions.no')}</Chip>
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

function DatesField({ name, value, onChange }: FieldProps) {
  const { from, to } = (value ?? {}) as { from?: string; to?: string };
  return (
    <DatesProvided>
      <DatePickerInput
        type="range"
        label={name}
        firstDayOfWeek={firstDayOfWeek}
        valueFormat={dateFormats.date}
        value={[from ?? null, to ?? null]}
        onChange={([start, end]) =>
          onChange(start || end ? { ...(start ? { from: start } : {}), ...(end ? { to: end } : {}) } : undefined)
        }
        maxDate={new Date()}
        allowSingleDateInRange
        clearable
      />
    </DatesProvided>
  );
}

function AmountField({ name, filter, value, onChange, onBroken }: FieldProps) {
  const t = useKitText();
  const { min, max } = (value ?? {}) as { min?: number; max?: number };
  const lowest = filter.min ?? Number.NEGATIVE_INFINITY;
  const highest = filter.max ?? Number.POSITIVE_INFINITY;
  const boundError = (bound: number | undefined, which: 'min' | 'max') => {
    if (bound === undefined) return null;
    if (bound < lowest) return t(`list.${which}Above`, { bound: lowest });
    if (bound > highest) return t(`list.${which}Below`, { bound: highest });
    return null;
  };
  const minError = boundError(min, 'min');
  const maxError =
    boundError(max, 'max') ?? (min !== undefined && max !== undefined && max < min ? t('list.maxBelowMin') : null);
  const broken = Boolean(minError || maxError);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each change
  useEffect(() => onBroken(broken), [broken]);
  const set = (part: 'min' | 'max', next: string | number) => {
    const { [part]: _before, ...rest } = {
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    } as { min?: number; max?: number };
    const amount = next === '' ? undefined : Number(next);
    onChange(amount === undefined ? rest : { ...rest, [part]: amount });
  };
  return (
    <Input.Wrapper label={name}>
      <Group grow gap="xs" mt={4} align="start">
        <NumberInput
          aria-label={t('list.minOf', { name })}
          placeholder={t('list.minimum')}
          value={min ?? ''}
          onChange={(next) => set('min', next)}
          error={minError}
        />
        <NumberInput
          aria-label={t('list.maxOf', { name })}
          placeholder={t('list.maximum')}
          value={max ?? ''}
          onChange={(next) => set('max', next)}
          error={maxError}
        />
      </Group>
    </Input.Wrapper>
  );
}
