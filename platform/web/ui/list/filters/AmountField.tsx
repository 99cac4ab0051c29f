import { Group, Input, NumberInput } from '@mantine/core';
import { useInputText } from '../../input/texts.ts';
import { type Amount, type AmountFault, amountFaults } from './amount.ts';
import { type FieldProps, useInvalidReport } from './filter-field.ts';

/** The minimum, the maximum or both, within the bounds of the filter. */
export function AmountField({ name, filter, value, onChange, onInvalid }: FieldProps) {
  const t = useInputText();
  const amount = (value ?? {}) as Amount;
  const faults = amountFaults(amount, filter);
  const errorText = (fault: AmountFault | null) => fault && t(`amount.${fault.text}`, { bound: fault.bound });
  useInvalidReport(Boolean(faults.min ?? faults.max), onInvalid);
  const set = (part: 'min' | 'max', next: string | number) => {
    const { [part]: _before, ...other } = amount;
    onChange(next === '' ? other : { ...other, [part]: Number(next) });
  };
  const field = (part: 'min' | 'max') => (
    <NumberInput
      aria-label={t(`amount.${part}Of`, { name })}
      placeholder={t(part === 'min' ? 'amount.minimum' : 'amount.maximum')}
      value={amount[part] ?? ''}
      onChange={(next) => set(part, next)}
      error={errorText(faults[part])}
      hideControls
      dir="ltr"
    />
  );
  return (
    <Input.Wrapper label={name} labelElement="div">
      <Group grow gap="xs" align="start">
        {field('min')}
        {field('max')}
      </Group>
    </Input.Wrapper>
  );
}
