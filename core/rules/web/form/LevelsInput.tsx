import { Group, Input, NumberInput, Paper, Select, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { severities } from '#core/alarms/common/alarm.ts';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { RowsInput } from '#platform/web/ui/rows/RowsInput.tsx';
import { type Level, maxLevels } from '../../common/rule.ts';
import classes from '../Rules.module.css';
import { useText } from '../texts.ts';
import { ConditionInput } from './ConditionInput.tsx';
import { MinutesInput } from './MinutesInput.tsx';

/** What the inputs of a rule know: the app, the sensors of its devices, and a device with its latest values. */
export type RuleContext = { app: AppManifest; sensors: readonly string[]; device: DeviceDetail | undefined };
type Props = RuleContext & { value: Level[]; error: ReactNode; onChange(value: Level[]): void };

/** The levels of a rule, each a severity with its condition and trigger. */
export function LevelsInput({ value, error, onChange, ...context }: Props) {
  const t = useText();
  const free = severities.filter((severity) => !value.some((level) => level.severity === severity));
  const last = value.at(-1);
  const next = free.at(-1);
  return (
    <Input.Wrapper error={error} labelElement="div">
      <RowsInput
        name="levels"
        value={value}
        onChange={onChange}
        newRow={last && next && (() => ({ ...last, severity: next }))}
        addLabel={t('rules.addLevel')}
        removeLabel={({ severity }) => t('rules.removeLevel', { severity: t(`values.severity.${severity}`) })}
        least={1}
        most={maxLevels}
        gap="md"
      >
        {({ row, replace, remove }) => (
          <LevelCard
            {...context}
            level={row}
            severities={[row.severity, ...free]}
            invalid={Boolean(error)}
            onChange={replace}
            remove={value.length > 1 && remove}
          />
        )}
      </RowsInput>
    </Input.Wrapper>
  );
}

type CardProps = RuleContext & {
  level: Level;
  severities: readonly Level['severity'][];
  invalid: boolean;
  onChange(level: Level): void;
  remove: ReactNode;
};

function LevelCard({ level, severities: offered, invalid, onChange, remove, ...context }: CardProps) {
  const t = useText();
  const name = t(`values.severity.${level.severity}`);
  return (
    <Paper component="section" withBorder p="md" aria-label={name} className={classes.level} data-tone={level.severity}>
      <Stack gap="sm">
        <ConditionInput
          {...context}
          value={level.condition}
          invalid={invalid}
          onChange={(condition) => onChange({ ...level, condition })}
        />
        <Group gap="sm" align="end" className={classes.sentence}>
          <TriggerInput
            value={level.trigger}
            invalid={invalid}
            onChange={(trigger) => onChange({ ...level, trigger })}
          />
          <Select
            className={classes.severity}
            label={t('rules.severity')}
            data={[...severities]
              .reverse()
              .filter((severity) => offered.includes(severity))
              .map((severity) => ({ value: severity, label: t(`values.severity.${severity}`) }))}
            value={level.severity}
            allowDeselect={false}
            onChange={(next) => onChange({ ...level, severity: (next as Level['severity']) ?? level.severity })}
          />
          {remove}
        </Group>
      </Stack>
    </Paper>
  );
}

type TriggerProps = { value: Level['trigger']; invalid: boolean; onChange(value: Level['trigger']): void };
const initialTriggers: Record<Level['trigger']['type'], Level['trigger']> = {
  simple: { type: 'simple' },
  duration: { type: 'duration', seconds: 300 },
  repeating: { type: 'repeating', times: 3, withinSeconds: 1800 },
};

/** When a condition that holds counts: at once, when it lasts, when it recurs. */
function TriggerInput({ value, invalid, onChange }: TriggerProps) {
  const t = useText();
  const missing = (seconds: number) => invalid && Number.isNaN(seconds);
  return (
    <>
      <Select
        className={classes.trigger}
        label={t('fields.trigger')}
        data={(['simple', 'duration', 'repeating'] as const).map((type) => ({
          value: type,
          label: t(`values.trigger.${type}`),
        }))}
        value={value.type}
        allowDeselect={false}
        onChange={(next) => onChange(initialTriggers[next as Level['trigger']['type']])}
      />
      {value.type === 'duration' && (
        <MinutesInput
          w="8rem"
          label={t('rules.lasts')}
          value={value.seconds}
          error={missing(value.seconds)}
          onChange={(seconds) => onChange({ ...value, seconds: seconds ?? Number.NaN })}
        />
      )}
      {value.type === 'repeating' && (
        <>
          <NumberInput
            w="6rem"
            label={t('values.trigger.times')}
            min={2}
            hideControls
            value={Number.isNaN(value.times) ? '' : value.times}
            onChange={(next) => onChange({ ...value, times: typeof next === 'number' ? next : Number.NaN })}
          />
          <MinutesInput
            w="8rem"
            label={t('rules.within')}
            value={value.withinSeconds}
            error={missing(value.withinSeconds)}
            onChange={(seconds) => onChange({ ...value, withinSeconds: seconds ?? Number.NaN })}
          />
        </>
      )}
    </>
  );
}
