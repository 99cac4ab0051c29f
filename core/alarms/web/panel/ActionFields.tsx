import { NumberInput, Select, Switch, Textarea } from '@mantine/core';
import { unitSuffix } from '#platform/common/text/with-unit.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import type { ActionField } from '../../common/manifest.ts';
import { useText } from '../texts.ts';

export type FieldValue = string | number | boolean;
export type FieldValues = Readonly<Record<string, FieldValue>>;
type Fields = Readonly<Record<string, ActionField>>;

/** The values with which a form begins. */
export const initialValues = (fields: Fields): FieldValues =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'boolean' ? [[name, false]] : [])));

/** Whether a value may be missing, or is given. */
export const isFilled = (field: ActionField, value: FieldValue | undefined): boolean =>
  field.optional === true || field.kind === 'boolean' || (value !== undefined && value !== '');

/** The values that are sent: text without the spaces around it, and nothing for empty fields. */
export const sentValues = (fields: Fields, values: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.keys(fields).flatMap((name) => {
      const value = values[name];
      const sent = typeof value === 'string' ? value.trim() : value;
      return sent === undefined || sent === '' ? [] : [[name, sent]];
    }),
  );

type Props = {
  app: string;
  fields: Fields;
  values: FieldValues;
  /** Marks the fields that are missing. */
  checked: boolean;
  onChange(values: FieldValues): void;
};

/** The inputs of an action, named by the locales of the app under `actionFields`. */
export function ActionFields({ app, fields, values, checked, onChange }: Props) {
  const set = (name: string, value: FieldValue | undefined) => {
    const { [name]: _, ...others } = values;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  return Object.entries(fields).map(([name, field], at) => (
    <FieldInput
      key={name}
      app={app}
      name={name}
      field={field}
      value={values[name]}
      missing={checked && !isFilled(field, values[name])}
      first={at === 0}
      onChange={(value) => set(name, value)}
    />
  ));
}

type InputProps = {
  app: string;
  name: string;
  field: ActionField;
  value: FieldValue | undefined;
  missing: boolean;
  first: boolean;
  onChange(value: FieldValue | undefined): void;
};

function FieldInput({ app, name, field, value, missing, first, onChange }: InputProps) {
  const t = useText();
  const { label } = useLabels(app);
  const named = { label: label(`actionFields.${name}`), autoFocus: first };
  if (field.kind === 'boolean')
    return <Switch {...named} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
  const common = { ...named, required: !field.optional, error: missing ? t('fieldNeeded') : undefined };
  if (field.kind === 'choice')
    return (
      <Select
        {...common}
        data={field.options.map((option) => ({ value: option, label: label(`values.${name}.${option}`) }))}
        value={typeof value === 'string' ? value : null}
        clearable={field.optional === true}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  if (field.kind === 'number')
    return (
      <NumberInput
        {...common}
        min={field.min}
        max={field.max}
        suffix={unitSuffix(field.unit)}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
      />
    );
  return (
    <Textarea
      {...common}
      dir="auto"
      autosize
      maxLength={field.maxLength}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
