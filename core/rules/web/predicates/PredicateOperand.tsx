import { Select, TagsInput, Text } from '@mantine/core';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import { GeofenceSelect } from '#core/places/web/parts.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { Predicate } from '../../common/condition.ts';
import { MinutesInput } from '../form/MinutesInput.tsx';
import classes from '../Rules.module.css';
import { useText } from '../texts.ts';
import { Amount } from './Amount.tsx';
import { EventOperand } from './EventOperand.tsx';
import type { Props } from './PredicateInput.tsx';
import { amountOf, type SensorKind, withAmount } from './predicates.ts';
import { StepOperand } from './StepOperand.tsx';

export type OperandProps<Of extends Predicate = Predicate> = Pick<Props, 'app' | 'sensors' | 'invalid' | 'onChange'> & {
  value: Of;
  unit: string;
  kind: SensorKind;
};
type OfKind<Key extends string> = Extract<Predicate, Record<Key, unknown>>;

/** What the sensor is compared with, and how far it must return. */
export function Operand({ value, ...props }: OperandProps) {
  const t = useText();
  if ('change' in value) return <ChangeOperand {...props} value={value} />;
  if ('step' in value) return <StepOperand {...props} value={value} />;
  if ('event' in value) return <EventOperand {...props} value={value} />;
  if ('sensor' in value || 'attribute' in value) return <ValueOperand {...props} value={value} />;
  if ('place' in value)
    return (
      <div className={classes.sensor}>
        <GeofenceSelect
          label={t(value.place === 'outside' ? 'rules.geofenceOrAll' : 'rules.geofence')}
          value={value.geofenceId}
          onChange={(geofenceId) => props.onChange({ ...value, geofenceId })}
        />
      </div>
    );
  if ('person' in value) return null;
  if ('limit' in value)
    return (
      <Amount
        {...props}
        label={t('rules.over')}
        unit="km/h"
        value={value.over}
        onChange={(over) => props.onChange({ ...value, over })}
      />
    );
  if ('position' in value && value.position !== 'older')
    return (
      <Amount
        {...props}
        label={t('values.condition.value')}
        unit={value.position === 'away' ? 'm' : 'km/h'}
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

function ChangeOperand({ value, unit, invalid, onChange }: OperandProps<OfKind<'change'>>) {
  const t = useText();
  return (
    <>
      <Amount
        label={t('rules.by')}
        unit={unit}
        invalid={invalid}
        value={amountOf(value.by)}
        onChange={(amount) => onChange({ ...value, by: withAmount(value.by, amount) })}
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
export function LatestValue({ app, device, sensor }: Pick<Props, 'app' | 'device'> & { sensor: string }) {
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
