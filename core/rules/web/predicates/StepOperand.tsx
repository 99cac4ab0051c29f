import { Select, Text } from '@mantine/core';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import type { Predicate } from '../../common/condition.ts';
import classes from '../Rules.module.css';
import { useText } from '../texts.ts';
import { Amount } from './Amount.tsx';
import type { OperandProps } from './PredicateOperand.tsx';
import { amountOf, withAmount } from './predicates.ts';

/** By how much a value differs from the one before, and in which state of another sensor. */
export function StepOperand({
  app,
  sensors,
  value,
  unit,
  invalid,
  onChange,
}: OperandProps<Extract<Predicate, { step: string }>>) {
  const t = useText();
  const { name, stateText, typeOf } = useSensorTexts(app.id);
  const { onlyWhile, ...step } = value;
  const states = sensors.filter((sensor) => typeOf(sensor)?.kind === 'boolean');
  const known = !onlyWhile || states.includes(onlyWhile.sensor) ? states : [onlyWhile.sensor, ...states];
  const textOf = (state: boolean) => String(stateText(onlyWhile?.sensor ?? '', state));
  return (
    <>
      <Amount
        label={t('rules.by')}
        unit={unit}
        invalid={invalid}
        value={amountOf(value.by)}
        onChange={(amount) => onChange({ ...value, by: withAmount(value.by, amount) })}
      />
      {known.length > 0 && (
        <Select
          className={classes.sensor}
          label={t('rules.onlyWhile')}
          placeholder={t('rules.anyState')}
          data={known.map((sensor) => ({ value: sensor, label: name(sensor) }))}
          value={onlyWhile?.sensor ?? null}
          clearable
          onChange={(sensor) => onChange(sensor ? { ...step, onlyWhile: { sensor, is: false } } : step)}
        />
      )}
      {onlyWhile && typeof onlyWhile.is === 'boolean' && (
        <Select
          className={classes.state}
          label={t('values.condition.value')}
          data={[true, false].map((state) => ({ value: String(state), label: textOf(state) }))}
          value={String(onlyWhile.is)}
          allowDeselect={false}
          onChange={(next) => onChange({ ...step, onlyWhile: { ...onlyWhile, is: next === 'true' } })}
        />
      )}
      {onlyWhile && typeof onlyWhile.is !== 'boolean' && (
        <Text className={classes.other}>
          <bdi>{onlyWhile.is}</bdi>
        </Text>
      )}
    </>
  );
}
