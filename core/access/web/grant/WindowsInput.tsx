import { ActionIcon, Button, Fieldset, Flex, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconRepeat, IconTrash } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useState } from 'react';
import { iconSizes } from '#platform/web/theme.ts';
import { maxWindows } from '../../common/grant.ts';
import classes from '../Access.module.css';
import { useText } from '../texts.ts';
import type { Times } from './grant-draft.ts';

type TimesProps = {
  value: Times;
  onChange(changes: Partial<Times>): void;
  errors: Readonly<Record<string, string>>;
  required: boolean;
};

/** A beginning and an end. */
export function TimesInput({ value, onChange, errors, required }: TimesProps) {
  const t = useText();
  const time = (field: 'from' | 'to') => ({
    type: 'datetime-local',
    label: t(`fields.${field}`),
    value: value[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  });
  return (
    <Flex wrap="wrap" gap="sm" align="start">
      <TextInput flex="1 1 190px" {...time('from')} />
      <TextInput flex="1 1 190px" {...time('to')} withAsterisk={required} aria-required={required} />
    </Flex>
  );
}

const wall = 'YYYY-MM-DDTHH:mm';
// The times of the clocks are shifted, so that a window keeps its time of day when the clocks change.
const later = (local: string, days: number) => (local === '' ? '' : dayjs.utc(local).add(days, 'day').format(wall));
const laterBy = ({ from, to }: Times, days: number): Times => ({ from: later(from, days), to: later(to, days) });

type WindowsProps = { value: readonly Times[]; onChange(windows: readonly Times[]): void; error: string | undefined };

/** The windows of a grant by calendar: one by one, or repeated weekly. */
export function WindowsInput({ value, onChange, error }: WindowsProps) {
  const t = useText();
  const [weeks, setWeeks] = useState<number | string>(4);
  const times = typeof weeks === 'number' ? weeks : 0;
  const repeated = () => Array.from({ length: times }, (_, week) => value.map((one) => laterBy(one, 7 * week))).flat();
  const add = () => {
    const last = value.at(-1);
    onChange([...value, last ? laterBy(last, 1) : { from: '', to: '' }]);
  };
  return (
    <Fieldset variant="unstyled" legend={t('calendar.windowsOf')}>
      <Stack gap="xs">
        {value.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a window is known by its place alone.
          <Group key={at} gap="xs" align="end" wrap="nowrap" className={classes.window}>
            <div className={classes.times}>
              <TimesInput
                value={one}
                errors={{}}
                required
                onChange={(changes) => onChange(value.map((other, n) => (n === at ? { ...other, ...changes } : other)))}
              />
            </div>
            <ActionIcon
              size="lg"
              variant="default"
              aria-label={t('calendar.removeNth', { n: at + 1 })}
              disabled={value.length === 1}
              onClick={() => onChange(value.filter((_, n) => n !== at))}
            >
              <IconTrash size={iconSizes.md} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {error && (
          <Text c="var(--severity-problem-text)" size="sm" role="alert">
            {error}
          </Text>
        )}
        <Group align="end" gap="xs">
          <Button
            variant="default"
            leftSection={<IconPlus size={iconSizes.md} aria-hidden />}
            disabled={value.length >= maxWindows}
            onClick={add}
          >
            {t('calendar.add')}
          </Button>
          <NumberInput label={t('calendar.weeks')} w={120} min={2} max={52} value={weeks} onChange={setWeeks} />
          <Button
            variant="default"
            leftSection={<IconRepeat size={iconSizes.md} aria-hidden />}
            disabled={times < 2 || value.length * times > maxWindows}
            onClick={() => onChange(repeated())}
          >
            {t('calendar.repeat')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
