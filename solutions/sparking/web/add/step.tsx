import { NumberInput, type NumberInputProps, TextInput, type TextInputProps } from '@mantine/core';
import type { AddDraft, GroupRow } from './draft.ts';

export type StepProps = {
  companyId: number;
  /** The time zone (IANA name) of the site. */
  zone: string;
  draft: AddDraft;
  change(changes: Partial<AddDraft>): void;
  changeGroup(key: number, changes: Partial<GroupRow>): void;
  /** What is wrong at a field: `name`, `groups.0.prefix`. */
  errorAt(path: string): string | undefined;
};

type Typed<Value> = { name: string; label: string; error: string | undefined; value: Value; onChange(to: Value): void };

/** An input of a text of the draft. */
export const TextField = ({
  onChange,
  ...props
}: Typed<string> & Omit<TextInputProps, 'onChange' | 'value' | 'error' | 'label' | 'name'>) => (
  <TextInput {...props} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
);

/** An input of a whole number of the draft; null while it is empty. */
export const NumberField = ({
  onChange,
  value,
  ...props
}: Typed<number | null> & Omit<NumberInputProps, 'onChange' | 'value' | 'error' | 'label' | 'name'>) => (
  <NumberInput
    {...props}
    hideControls
    allowDecimal={false}
    value={value ?? ''}
    onChange={(to) => onChange(typeof to === 'number' ? to : null)}
  />
);
