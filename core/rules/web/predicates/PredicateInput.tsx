import { ActionIcon, Select } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { attributesOf, eventsOf } from '#core/devices/common/models/model-events.ts';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { Predicate } from '../../common/condition.ts';
import type { RuleContext } from '../form/LevelsInput.tsx';
import classes from '../Rules.module.css';
import { useText } from '../texts.ts';
import { LatestValue, Operand } from './PredicateOperand.tsx';
import {
  anySensor,
  attributeKey,
  attributeKind,
  eventKey,
  isAttribute,
  isEvent,
  named,
  type Operator,
  operatorOf,
  operatorsFor,
  personOperand,
  placeOperand,
  type SensorKind,
  sensorKeyOf,
  withOperator,
} from './predicates.ts';

export type Props = RuleContext & {
  number: number;
  value: Predicate;
  invalid: boolean;
  onChange(value: Predicate): void;
  onRemove: (() => void) | undefined;
};

/** A predicate as a sentence: sensor, comparison, value. The latest value of the device is shown after it. */
export function PredicateInput({ app, sensors, device, number, value, invalid, onChange, onRemove }: Props) {
  const t = useText();
  const { name, eventName, attributeName, typeOf } = useSensorTexts(app.id);
  const key = sensorKeyOf(value);
  const attributes = attributesOf(app, null);
  const type = isAttribute(key) ? attributes[named(key)] : typeOf(key);
  const kindOf = (sensor: string): SensorKind =>
    sensor === anySensor
      ? 'any'
      : sensor === placeOperand
        ? 'place'
        : sensor === personOperand
          ? 'person'
          : isEvent(sensor)
            ? 'event'
            : isAttribute(sensor)
              ? attributeKind(attributes[named(sensor)])
              : (typeOf(sensor)?.kind ?? 'number');
  const kind = kindOf(key);
  const isOther = ['', anySensor, placeOperand, personOperand].includes(key) || isEvent(key) || isAttribute(key);
  const known = sensors.includes(key) || isOther ? sensors : [key, ...sensors];
  return (
    <fieldset className={classes.predicate}>
      <legend className={classes.hidden}>{t('rules.predicate', { number })}</legend>
      <Select
        className={classes.sensor}
        label={t('values.condition.sensor')}
        data={[
          ...known.map((sensor) => ({ value: sensor, label: name(sensor) })),
          { value: anySensor, label: t('rules.anySensor') },
          ...(reportsPlaces(app) ? [{ value: placeOperand, label: t('rules.place') }] : []),
          ...(tracksPeople(app) ? [{ value: personOperand, label: t('rules.person') }] : []),
          ...groupOf(
            t('rules.events'),
            Object.keys(eventsOf(app, null)).map((kind) => ({ value: eventKey(kind), label: eventName(kind) })),
          ),
          ...groupOf(
            t('rules.attributes'),
            Object.keys(attributes).map((one) => ({ value: attributeKey(one), label: attributeName(one) })),
          ),
        ]}
        value={key || null}
        placeholder={t('rules.chooseSensor')}
        searchable
        allowDeselect={false}
        error={invalid && key === '' ? t('rules.chooseSensor') : undefined}
        onChange={(next) => next && onChange(withOperator(value, { sensor: next, kind: kindOf(next) }))}
      />
      <Select
        className={classes.operator}
        label={t('values.condition.is')}
        data={operatorsFor(key, kind).map((operator) => ({ value: operator, label: t(`rules.operators.${operator}`) }))}
        value={operatorOf(value)}
        allowDeselect={false}
        onChange={(next) => next && onChange(withOperator(value, { sensor: key, kind, operator: next as Operator }))}
      />
      <Operand
        app={app}
        sensors={sensors}
        value={value}
        invalid={invalid}
        unit={type?.unit ?? ''}
        kind={kind}
        onChange={onChange}
      />
      {onRemove && (
        <ActionIcon
          size="lg"
          className={classes.remove}
          aria-label={t('rules.removePredicate', { number })}
          onClick={onRemove}
        >
          <IconTrash size={iconSizes.sm} aria-hidden />
        </ActionIcon>
      )}
      <LatestValue app={app} device={device} sensor={key} />
    </fieldset>
  );
}

type Option = { value: string; label: string };
const groupOf = (group: string, items: Option[]) => (items.length > 0 ? [{ group, items }] : []);

/** Whether the models of an app report positions. */
const reportsPlaces = ({ hardware = [] }: Props['app']) => hardware.some(({ positions }) => positions !== undefined);

/** Whether people wear devices of an app. */
const tracksPeople = ({ hardware = [] }: Props['app']) => hardware.some(({ positions }) => positions?.person);
