import { Chip, Group, Input, MultiSelect, Select } from '@mantine/core';
import { fold } from '#platform/common/search/search.ts';
import { timesFault } from '#platform/common/time/time-fields.ts';
import { useKitText, useLabels } from '../../../i18n/texts.ts';
import { TimeRange } from '../../input/TimeRange.tsx';
import { useInputText } from '../../input/texts.ts';
import { AmountField } from './AmountField.tsx';
import { DayFilter, DaysFilter, MonthFilter } from './DateFilters.tsx';
import { type FieldProps, selectedValues, useInvalidReport, useMaxSelectedOptions } from './filter-field.ts';
import { filterOptions, optionListHeight } from './filters.ts';
import { SearchedSelect } from './SearchedSelect.tsx';

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
