import { Chip, Group, MultiSelect, Paper, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { personMethods } from '#core/alarms/common/alarm-notification.ts';
import { useList } from '#platform/web/client/hooks.ts';
import { RowsInput } from '#platform/web/ui/rows/RowsInput.tsx';
import type { NotificationGroup } from '../../common/notification-group.ts';
import {
  type GroupNotificationSettings,
  maxSteps,
  mostStepSeconds,
  stepSeconds,
} from '../../common/notification-settings.ts';
import { useText } from '../texts.ts';
import { fullName, type GroupPerson } from './people.ts';
import { StepDelay } from './StepDelay.tsx';
import type { NotificationGroupCalls } from './source.ts';

type Step = GroupNotificationSettings['escalation'][number];
type Props = {
  calls: NotificationGroupCalls;
  group: NotificationGroup;
  steps: readonly Step[];
  onChange(steps: Step[]): void;
  disabled: boolean;
};

/** Who is notified after which time while nobody acknowledges an alarm. */
export function EscalationSteps({ calls, group, steps, onChange, disabled }: Props) {
  const t = useText();
  const last = steps.at(-1);
  const next = Math.min((last ? stepSeconds(last) : 0) + 900, mostStepSeconds);
  return (
    <RowsInput
      value={steps}
      onChange={onChange}
      newRow={(): Step => ({ afterSeconds: next, users: [], groups: [], methods: ['email'] })}
      addLabel={t('settings.addStep')}
      removeLabel={(_, index) => `${t('settings.removeStep')}: ${t('notified.step', { step: index + 1 })}`}
      most={maxSteps}
      disabled={disabled}
    >
      {({ row, index, replace, remove }) => (
        <StepFields
          place={index + 1}
          calls={calls}
          group={group}
          step={row}
          disabled={disabled}
          onChange={replace}
          remove={remove}
        />
      )}
    </RowsInput>
  );
}

type StepProps = Omit<Props, 'steps' | 'onChange'> & {
  place: number;
  step: Step;
  onChange(step: Step): void;
  remove: ReactNode;
};

function StepFields({ place, calls, group, step, disabled, onChange, remove }: StepProps) {
  const t = useText();
  const name = t('notified.step', { step: place });
  return (
    <Paper withBorder p="sm" role="group" aria-label={name}>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{name}</Text>
        {remove}
      </Group>
      <Stack gap="sm" align="stretch">
        <StepDelay
          seconds={stepSeconds(step)}
          disabled={disabled}
          onChange={(afterSeconds) => onChange({ ...step, afterSeconds })}
        />
        <PeopleSelect
          calls={calls}
          value={step.users}
          disabled={disabled}
          onChange={(users) => onChange({ ...step, users })}
        />
        <GroupSelect
          calls={calls}
          except={group.id}
          value={step.groups}
          disabled={disabled}
          onChange={(groups) => onChange({ ...step, groups })}
        />
        <Chip.Group
          multiple
          value={step.methods}
          onChange={(chosen) =>
            onChange({ ...step, methods: personMethods.filter((method) => chosen.includes(method)) })
          }
        >
          <Group gap="xs">
            {personMethods.map((method) => (
              <Chip key={method} value={method} size="xs" disabled={disabled}>
                {t(`values.method.${method}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Stack>
    </Paper>
  );
}

const optionsShown = 50;

type SelectProps = {
  calls: NotificationGroupCalls;
  value: readonly number[];
  onChange(ids: number[]): void;
  disabled: boolean;
};

/** The found options, and the chosen ones that were not found. */
function optionsOf<Row extends { id: number }>(
  found: readonly Row[],
  chosen: readonly Row[],
  nameOf: (row: Row) => string,
) {
  const all = new Map([...chosen, ...found].map((row) => [row.id, row]));
  return [...all.values()].map((row) => ({ value: String(row.id), label: nameOf(row) }));
}

function PeopleSelect({ calls, value, onChange, disabled }: SelectProps) {
  const t = useText();
  const [search, setSearch] = useState('');
  const found = useList(calls.users, { limit: optionsShown, ...(search ? { search } : {}) });
  const chosen = useList(calls.users, { limit: 100, filter: { id: value.length > 0 ? value : [0] } });
  return (
    <MultiSelect
      label={t('groups.people')}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      data={optionsOf(found.rows as GroupPerson[], chosen.rows as GroupPerson[], fullName)}
      value={value.map(String)}
      disabled={disabled}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}

function GroupSelect({ calls, except, value, onChange, disabled }: SelectProps & { except: number }) {
  const t = useText();
  const groups = useList(calls.list, { limit: 100 });
  const others = (groups.rows as NotificationGroup[]).filter(({ id }) => id !== except);
  return (
    <MultiSelect
      label={t('settings.groups')}
      searchable
      data={optionsOf(others, [], ({ name }) => name)}
      value={value.map(String)}
      disabled={disabled}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}
