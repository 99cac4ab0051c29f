import { ActionIcon, Button, Group, NumberInput, Paper, Select, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { alarmKindsOfApp, useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import { MinutesInput } from '#core/rules/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { unitSuffix } from '#platform/common/text/with-unit.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { type Threshold, thresholdSeverities } from '../common/thresholds.ts';
import type { ErrorAt } from './TemplateForm.tsx';
import classes from './Templates.module.css';
import { useText } from './texts.ts';

type Props = {
  app: AppManifest;
  sensors: readonly string[];
  errorAt: ErrorAt;
  value: Threshold[];
  onChange(value: Threshold[]): void;
};

const most = 40;
const sides = ['low', 'high'] as const;

/** The limits of sensors, each sensor once. */
export function ThresholdsInput({ app, sensors, errorAt, value, onChange }: Props) {
  const t = useText();
  const { typeOf } = useSensorTexts(app.id);
  const numeric = sensors.filter((sensor) => typeOf(sensor)?.kind === 'number' && !typeOf(sensor)?.counter);
  const free = numeric.filter((sensor) => !value.some((threshold) => threshold.sensor === sensor));
  const [next] = free;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw="70ch">
        {t('threshold.hint')}
      </Text>
      {value.map((threshold, at) => (
        <ThresholdCard
          key={threshold.sensor}
          app={app}
          path={`thresholds.${at}`}
          sensors={[threshold.sensor, ...free]}
          errorAt={errorAt}
          value={threshold}
          onChange={(changed) => onChange(value.map((before, other) => (other === at ? changed : before)))}
          onRemove={() => onChange(value.filter((_, other) => other !== at))}
        />
      ))}
      {next && value.length < most && (
        <Group>
          <Button
            name="thresholds"
            variant="default"
            leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
            onClick={() =>
              onChange([...value, { sensor: next, kind: null, low: {}, high: {}, clearBand: 0, forSeconds: 0 }])
            }
          >
            {t('threshold.add')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

type CardProps = Pick<Props, 'app' | 'sensors' | 'errorAt'> & {
  path: string;
  value: Threshold;
  onChange(value: Threshold): void;
  onRemove(): void;
};

function ThresholdCard({ app, path, sensors, errorAt, value, onChange, onRemove }: CardProps) {
  const t = useText();
  const { name, typeOf } = useSensorTexts(app.id);
  const { kind } = useAlarmTexts(app);
  const unit = typeOf(value.sensor)?.unit;
  const suffix = unitSuffix(unit);
  const kinds = alarmKindsOfApp(app).filter((one) => one !== 'custom');
  return (
    <Paper component="section" withBorder p="md" aria-label={name(value.sensor)} className={classes.card}>
      <div className={classes.head}>
        <Select
          name={`${path}.sensor`}
          label={t('threshold.sensor')}
          data={sensors.map((sensor) => ({ value: sensor, label: name(sensor) }))}
          value={value.sensor}
          allowDeselect={false}
          searchable
          error={errorAt(`${path}.sensor`)}
          onChange={(sensor) => sensor && onChange({ ...value, sensor })}
        />
        <ActionIcon size="lg" aria-label={t('threshold.remove', { sensor: name(value.sensor) })} onClick={onRemove}>
          <IconTrash size={iconSizes.sm} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.sides}>
        {sides.map((side) => (
          <Limits
            key={side}
            side={side}
            path={path}
            suffix={suffix}
            errorAt={errorAt}
            value={value}
            onChange={onChange}
          />
        ))}
      </div>
      <div className={classes.pair}>
        <NumberInput
          label={t('threshold.clearBand')}
          description={t('threshold.clearBandHint')}
          min={0}
          hideControls
          suffix={suffix}
          error={errorAt(`${path}.clearBand`)}
          value={value.clearBand}
          onChange={(next) => onChange({ ...value, clearBand: typeof next === 'number' ? next : 0 })}
        />
        <MinutesInput
          label={t('threshold.lasts')}
          description={t('threshold.lastsHint')}
          error={errorAt(`${path}.forSeconds`)}
          value={value.forSeconds}
          onChange={(seconds) => onChange({ ...value, forSeconds: seconds ?? 0 })}
        />
        <Select
          label={t('threshold.kind')}
          description={t('threshold.kindHint')}
          data={kinds.map((one) => ({ value: one, label: kind(one) }))}
          value={value.kind ?? 'threshold'}
          allowDeselect={false}
          error={errorAt(`${path}.kind`)}
          onChange={(next) => onChange({ ...value, kind: next === 'threshold' ? null : next })}
        />
      </div>
    </Paper>
  );
}

type LimitsProps = Pick<CardProps, 'path' | 'errorAt' | 'value' | 'onChange'> & {
  side: (typeof sides)[number];
  suffix: string;
};

/** The limits of one side, from the outermost for low ones, to the outermost for high ones. */
function Limits({ side, path, suffix, errorAt, value, onChange }: LimitsProps) {
  const t = useText();
  const kit = useKitText();
  const severities = side === 'low' ? [...thresholdSeverities].reverse() : thresholdSeverities;
  return (
    <fieldset className={classes.side}>
      <legend className={classes.legend}>{t(`threshold.${side}`)}</legend>
      <div className={classes.limits}>
        {severities.map((severity) => (
          <NumberInput
            key={severity}
            name={`${path}.${side}.${severity}`}
            label={kit(`values.severity.${severity}`)}
            aria-label={`${t(`threshold.${side}`)}: ${kit(`values.severity.${severity}`)}`}
            hideControls
            suffix={suffix}
            error={errorAt(`${path}.${side}.${severity}`) ?? (severity === 'problem' && errorAt(`${path}.${side}`))}
            value={value[side][severity] ?? ''}
            onChange={(next) => {
              const { [severity]: _, ...rest } = value[side];
              onChange({ ...value, [side]: typeof next === 'number' ? { ...rest, [severity]: next } : rest });
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
