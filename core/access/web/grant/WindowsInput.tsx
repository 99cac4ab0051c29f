import { Button, Fieldset, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useState } from 'react';
import { iconSizes } from '#platform/web/theme.ts';
import { RowsInput } from '#platform/web/ui/rows/RowsInput.tsx';
import { LocalPeriodInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import { maxWindows } from '../../common/grant.ts';
import classes from '../Access.module.css';
import { useText } from '../texts.ts';
import type { Times } from './grant-draft.ts';

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
  const newWindow = (): Times => {
    const last = value.at(-1);
    return last ? laterBy(last, 1) : { from: '', to: '' };
  };
  const labels = { from: t('fields.from'), to: t('fields.to') };
  return (
    <Fieldset variant="unstyled" legend={t('calendar.windowsOf')}>
      <Stack gap="xs">
        <RowsInput
          value={value}
          onChange={onChange}
          newRow={newWindow}
          addLabel={t('calendar.add')}
          removeLabel={(_, index) => t('calendar.removeNth', { n: index + 1 })}
          least={1}
          most={maxWindows}
          gap="xs"
          tools={
            <>
              <NumberInput label={t('calendar.weeks')} w={120} min={2} max={52} value={weeks} onChange={setWeeks} />
              <Button
                variant="default"
                leftSection={<IconRepeat size={iconSizes.md} aria-hidden />}
                disabled={times < 2 || value.length * times > maxWindows}
                onClick={() => onChange(repeated())}
              >
                {t('calendar.repeat')}
              </Button>
            </>
          }
        >
          {({ row, change, remove }) => (
            <Group gap="xs" align="end" wrap="nowrap" className={classes.window}>
              <div className={classes.times}>
                <LocalPeriodInput value={row} onChange={change} labels={labels} required={['to']} />
              </div>
              {remove}
            </Group>
          )}
        </RowsInput>
        {error && (
          <Text c="var(--severity-problem-text)" size="sm" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}
