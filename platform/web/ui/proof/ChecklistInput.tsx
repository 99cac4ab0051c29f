import { Input, NumberInput, type NumberInputProps, Radio, Text, Textarea } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useInputText } from '../input/texts.ts';
import {
  type ChecklistAnswer,
  type ChecklistItem,
  type ChecklistValue,
  checklistFaults,
  isAnswered,
} from './checklist.ts';
import { PhotoInput } from './PhotoInput.tsx';
import classes from './Proof.module.css';

type Props = {
  label: string;
  description?: string | undefined;
  items: readonly ChecklistItem[];
  value: ChecklistValue;
  onChange(value: ChecklistValue): void;
  /** Shows what is missing as well, once the person wants to finish. */
  checked?: boolean;
  error?: ReactNode;
  disabled?: boolean;
};

const longestText = 2000;

/** The items of a checklist, answered in any order: texts, yes or no, numbers within limits, photos. */
export function ChecklistInput({ label, description, items, value, onChange, error, ...options }: Props) {
  const { checked = false, disabled = false } = options;
  const t = useInputText();
  const labelId = useId();
  const faults = new Map(checklistFaults(items, value).map((fault) => [fault.key, fault]));
  const faultText = (key: string) => {
    const fault = faults.get(key);
    return fault && (checked || fault.text !== 'missing')
      ? t(`checklist.${fault.text}`, fault.values ?? {})
      : undefined;
  };
  function answer(key: string, next: ChecklistAnswer | undefined): void {
    const { [key]: _, ...others } = value;
    onChange(next === undefined || !isAnswered(next) ? others : { ...others, [key]: next });
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: labelId }}
      description={description}
      error={error}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like other inputs */}
      <div role="group" aria-labelledby={labelId} className={classes.checklist}>
        <Text size="sm" c="dimmed" role="status">
          {t('checklist.progress', {
            count: items.filter(({ key }) => isAnswered(value[key])).length,
            total: items.length,
          })}
        </Text>
        {items.map((item) => (
          <ItemInput
            key={item.key}
            item={item}
            answer={value[item.key]}
            error={faultText(item.key)}
            disabled={disabled}
            onAnswer={(next) => answer(item.key, next)}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}

type ItemProps = {
  item: ChecklistItem;
  answer: ChecklistAnswer | undefined;
  error: string | undefined;
  disabled: boolean;
  onAnswer(next: ChecklistAnswer | undefined): void;
};

function ItemInput({ item, answer, error, disabled, onAnswer }: ItemProps) {
  const t = useInputText();
  const { key, label, hint, required = false } = item;
  const shared = { name: key, label, description: hint, error, disabled };
  const needed = { withAsterisk: required, 'aria-required': required };
  if (item.kind === 'text')
    return (
      <Textarea
        {...shared}
        {...needed}
        classNames={{ input: classes.field }}
        autosize
        minRows={1}
        maxLength={item.maxLength ?? longestText}
        value={typeof answer === 'string' ? answer : ''}
        onChange={(event) => onAnswer(event.currentTarget.value)}
      />
    );
  if (item.kind === 'number')
    return (
      <TypedNumber
        {...shared}
        {...needed}
        classNames={{ input: classes.field }}
        // A value beyond the limits is shown with its error instead of being replaced by the limit.
        clampBehavior="none"
        {...(item.decimals === undefined ? {} : { decimalScale: item.decimals })}
        suffix={item.unit ? ` ${item.unit}` : ''}
        value={typeof answer === 'number' ? answer : undefined}
        onChange={onAnswer}
      />
    );
  if (item.kind === 'photo')
    return (
      <PhotoInput
        {...shared}
        required={required}
        most={item.most ?? 1}
        value={Array.isArray(answer) ? answer : []}
        onChange={onAnswer}
      />
    );
  return (
    <Radio.Group
      {...shared}
      withAsterisk={required}
      value={typeof answer === 'boolean' ? String(answer) : ''}
      onChange={(next) => onAnswer(next === 'true')}
    >
      <div className={classes.answers}>
        {['true', 'false'].map((choice) => (
          <Radio.Card key={choice} value={choice} disabled={disabled} className={classes.answer}>
            <Radio.Indicator disabled={disabled} aria-hidden />
            <span>{t(choice === 'true' ? 'checklist.yes' : 'checklist.no')}</span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

/** The number in what was typed; undefined while it is none, as with "-". */
const numberIn = (typed: string | number): number | undefined =>
  typed === '' || Number.isNaN(Number(typed)) ? undefined : Number(typed);

type NumberProps = Omit<NumberInputProps, 'value' | 'onChange'> & {
  value: number | undefined;
  onChange(value: number | undefined): void;
};

/** A number that keeps what was typed, such as "4." on the way to "4.5", until another one comes from outside. */
function TypedNumber({ value, onChange, ...props }: NumberProps) {
  const [typed, setTyped] = useState<string | number>(value ?? '');
  return (
    <NumberInput
      {...props}
      value={numberIn(typed) === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next);
        onChange(numberIn(next));
      }}
    />
  );
}
