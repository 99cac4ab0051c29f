import { ActionIcon, NumberInput, Select, TagsInput, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { attributesOf, eventsOf } from '#core/devices/common/models/model-events.ts';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import { GeofenceSelect } from '#core/places/web/parts.tsx';
import { unitSuffix } from '#platform/common/text/with-unit.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { Predicate } from '../../common/rule.ts';
import { useText } from '../texts.ts';
import { EventOperand } from './EventOperand.tsx';
import type { RuleContext } from './LevelsInput.tsx';
import { MinutesInput } from './MinutesInput.tsx';
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
  placeOperand,
  type SensorKind,
  sensorKeyOf,
  withOperator,
} from './predicates.ts';
import classes from './Rules.module.css';

type Props = RuleContext & {
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
        : isEvent(sensor)
          ? 'event'
          : isAttribute(sensor)
            ? attributeKind(attributes[named(sensor)])
            : (typeOf(sensor)?.kind ?? 'number');
  const kind = kindOf(key);
  const isOther = ['', anySensor, placeOperand].includes(key) || isEvent(key) || isAttribute(key);
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
      <Operand app={app} value={value} invalid={invalid} unit={type?.unit ?? ''} kind={kind} onChange={onChange} />
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

type OperandProps<Of extends Predicate = Predicate> = Pick<Props, 'app' | 'invalid' | 'onChange'> & {
  value: Of;
  unit: string;
  kind: SensorKind;
};
type OfKind<Key extends string> = Extract<Predicate, Record<Key, unknown>>;

/** What the sensor is compared with, and how far it must return. */
function Operand({ value, ...props }: OperandProps) {
  const t = useText();
  if ('change' in value) return <ChangeOperand {...props} value={value} />;
  if ('event' in value) return <EventOperand {...props} value={value} />;
  if ('sensor' in value || 'attribute' in value) return <ValueOperand {...props} value={value} />;
  if ('place' in value)
    return (
      <div className={classes.sensor}>
        <GeofenceSelect
          label={t('rules.geofence')}
          value={value.geofenceId}
          onChange={(geofenceId) => props.onChange({ ...value, geofenceId })}
        />
      </div>
    );
  if ('position' in value && value.position !== 'older')
    return (
      <Amount
        {...props}
        label={t('values.condition.value')}
        unit={value.position === 'faster' ? 'km/h' : 'm'}
        value={value.than}
        onChange={(than) => props.onChange({ ...value, than })}
      />
    );
  const seconds = 'position' in value ? value.than : value.seconds;
  return (
    <MinutesInput
      w="8rem"
      label={t('rules.lasts')}
      value={seconds}
      error={props.invalid && Number.isNaN(seconds)}
      onChange={(next) => {
        const lasts = next ?? Number.NaN;
        props.onChange('position' in value ? { ...value, than: lasts } : { ...value, seconds: lasts });
      }}
    />
  );
}

type AmountProps = Pick<OperandProps, 'unit' | 'invalid'> & {
  label: string;
  value: number;
  onChange(next: number): void;
};

/** A number with the unit of the sensor. */
function Amount({ label, unit, invalid, value, onChange }: AmountProps) {
  return (
    <NumberInput
      className={classes.number}
      label={label}
      suffix={unitSuffix(unit)}
      hideControls
      value={Number.isNaN(value) ? '' : value}
      error={invalid && Number.isNaN(value)}
      onChange={(next) => onChange(typeof next === 'number' ? next : Number.NaN)}
    />
  );
}

function ChangeOperand({ value, unit, invalid, onChange }: OperandProps<OfKind<'change'>>) {
  const t = useText();
  const sign = value.by < 0 ? -1 : 1;
  return (
    <>
      <Amount
        label={t('rules.by')}
        unit={unit}
        invalid={invalid}
        value={Math.abs(value.by)}
        onChange={(by) => onChange({ ...value, by: sign * by })}
      />
      <MinutesInput
        w="8rem"
        label={t('rules.within')}
        value={value.overSeconds}
        error={invalid && Number.isNaN(value.overSeconds)}
        onChange={(seconds) => onChange({ ...value, overSeconds: seconds ?? Number.NaN })}
      />
    </>
  );
}

function ValueOperand({
  app,
  value,
  unit,
  kind,
  invalid,
  onChange,
}: OperandProps<OfKind<'sensor'> | OfKind<'attribute'>>) {
  const t = useText();
  const { stateText } = useSensorTexts(app.id);
  const measured = 'sensor' in value ? value.sensor : value.attribute;
  const { value: limit, is } = value;
  const label = t('values.condition.value');
  if (typeof limit === 'object' && 'sensor' in limit)
    return (
      <Text className={classes.other}>
        <Bdi>{`${limit.sensor} ${limit.offset < 0 ? '−' : '+'} ${Math.abs(limit.offset)}`}</Bdi>
      </Text>
    );
  if (Array.isArray(limit) || kind === 'text')
    return (
      <TagsInput
        className={classes.list}
        label={label}
        {...(Array.isArray(limit) ? {} : { maxTags: 1 })}
        value={(Array.isArray(limit) ? limit : [limit]).map(String).filter(Boolean)}
        onChange={(next) =>
          onChange({
            ...value,
            value: Array.isArray(limit)
              ? kind === 'number'
                ? next.map(Number).filter(Number.isFinite)
                : next
              : (next[0] ?? ''),
          })
        }
      />
    );
  if (kind === 'boolean')
    return (
      <Select
        className={classes.state}
        label={label}
        data={['true', 'false'].map((state) => ({
          value: state,
          label: String(stateText(measured, state === 'true')),
        }))}
        value={String(limit)}
        allowDeselect={false}
        onChange={(next) => onChange({ ...value, value: next === 'true' })}
      />
    );
  const amount = { unit, invalid };
  return (
    <>
      <Amount
        {...amount}
        label={label}
        value={Number(limit)}
        onChange={(next) => onChange({ ...value, value: next })}
      />
      {is !== '=' && is !== '!=' && (
        <Amount
          {...amount}
          label={t('rules.clearBand')}
          value={value.clearBand ?? 0}
          onChange={(next) => onChange({ ...value, clearBand: Number.isNaN(next) ? 0 : next })}
        />
      )}
    </>
  );
}

/** "Now 612 ppm" */
function LatestValue({ app, device, sensor }: Pick<Props, 'app' | 'device'> & { sensor: string }) {
  const t = useText();
  const { valueText } = useSensorTexts(app.id);
  const latest = device?.values.find((one) => one.sensor === sensor);
  if (!latest || latest.value === null) return null;
  return (
    <Text size="sm" c="dimmed" className={classes.latest}>
      <bdi>{t('rules.now', { value: valueText(latest) })}</bdi>
    </Text>
  );
}
