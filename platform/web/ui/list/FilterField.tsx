import { Chip, Group, Input, MultiSelect, Select } from '@mantine/core';
import { useEffect } from 'react';
import { fold } from '#platform/common/search.ts';
import { timesFault } from '#platform/common/time-fields.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { TimeRange } from '../input/TimeRange.tsx';
import { useInputText } from '../input/texts.ts';
import { AmountField } from './AmountField.tsx';
import { DayFilter, DaysFilter, MonthFilter } from './DateFilters.tsx';
import { type Filter, filterOptions, maxSelectedOptions, optionListHeight } from './filters.ts';
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
  /** Called with true while the input is invalid. */
  onInvalid(broken: boolean): void;
};

/** The input of a filter. */
export function FilterField(props: FieldProps) {
  switch (props.filter.kind) {
    case 'select':
      return props.filter.search ? <SearchedSelect {...props} /> : <OptionsField {...props} />;
    case 'boolean':
      return <BooleanField {...props} />;
    case 'date':
      return <DayFilter {...props} />;
    case 'dateRange':
      return <DaysFilter {...props} />;
    case 'month':
      return <MonthFilter {...props} />;
    case 'timeRange':
      return <TimesField {...props} />;
    case 'range':
      return <AmountField {...props} />;
  }
}

export const selectedValues = (value: FilterValue | undefined): string[] => (Array.isArray(value) ? value : []);

/** Reports to the panel whether the input is invalid. */
export function useInvalidReport(broken: boolean, onInvalid: FieldProps['onInvalid']): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once for each change
  useEffect(() => onInvalid(broken), [broken]);
}

/** Returns an error when more than 30 options are selected. */
export function useMaxSelectedOptions(
  chosen: readonly string[],
  onInvalid: FieldProps['onInvalid'],
): string | undefined {
  const t = useInputText();
  const tooMany = chosen.length > maxSelectedOptions;
  useInvalidReport(tooMany, onInvalid);
  return tooMany ? t('mostSelected', { most: maxSelectedOptions }) : undefined;
}

const matchers = {
  startsWith: (label: string, term: string) => fold(label).startsWith(fold(term)),
  includes: (label: string, term: string) => fold(label).includes(fold(term)),
};

function OptionsField({ namespace, name, filter, value, parent, onChange, onInvalid }: FieldProps) {
  const t = useInputText();
  const kit = useKitText();
  const { label, has } = useLabels(namespace);
  const data = filterOptions(filter, (term) => {
    const key = `values.${filter.field}.${term}`;
    return has(key) ? label(key) : term;
  });
  const chosen = selectedValues(value);
  const tooMany = useMaxSelectedOptions(chosen, onInvalid);
  const disabled = filter.dependsOn !== undefined && parent === undefined;
  const shared = {
    label: name,
    data,
    disabled,
    ...(disabled ? { description: t('parentFirst') } : {}),
    clearable: true,
    clearButtonProps: { 'aria-label': t('clear', { name }) },
    searchable: true,
    maxDropdownHeight: optionListHeight,
    nothingFoundMessage: kit('list.noOptions'),
    ...(chosen.length === 0 ? { placeholder: t('choose') } : {}),
    filter: ({ options, search }: { options: readonly unknown[]; search: string }) =>
      (options as typeof data).filter((one) => matchers[filter.localSearchMode ?? 'includes'](one.label, search)),
  };
  if (filter.single)
    return <Select {...shared} value={chosen[0] ?? null} onChange={(next) => onChange(next ? [next] : undefined)} />;
  return <MultiSelect {...shared} value={chosen} onChange={onChange} error={tooMany} hidePickedOptions />;
}

function BooleanField({ name, value, onChange }: FieldProps) {
  const t = useKitText();
  return (
    <Input.Wrapper label={name} labelElement="div">
      <Chip.Group value={selectedValues(value)[0] ?? ''} onChange={(next) => onChange(next ? [next] : undefined)}>
        <Group gap="xs" mt={4} role="radiogroup" aria-label={name}>
          <Chip value="">{t('list.any')}</Chip>
          <Chip value="true">{t('actions.yes')}</Chip>
          <Chip value="false">{t('actions.no')}</Chip>
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

function TimesField({ name, value, onChange, onInvalid }: FieldProps) {
  const { from = '', to = '' } = (value ?? {}) as { from?: string; to?: string };
  const untouched = from === '' && to === '';
  useInvalidReport(!untouched && !timesFault(from, to).complete, onInvalid);
  return (
    <TimeRange
      label={name}
      from={from}
      to={to}
      onChange={(next) => onChange({ ...(next.from ? { from: next.from } : {}), ...(next.to ? { to: next.to } : {}) })}
    />
  );
}
