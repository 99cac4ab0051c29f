import { Button, Group, NumberInput, Select, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { notificationMethods } from '#core/alarms/common/alarm-notification.ts';
import { type Severity, severities } from '#core/alarms/common/severity.ts';
import { closedWeek } from '#platform/common/time/week-schedule.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { DayScheduleInput } from '#platform/web/ui/input/DayScheduleInput.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import type { NotificationGroup } from '../../common/notification-group.ts';
import type { GroupNotificationSettings as Settings } from '../../common/notification-settings.ts';
import { useText } from '../texts.ts';
import { EscalationSteps } from './EscalationSteps.tsx';
import type { NotificationGroupCalls } from './source.ts';

type Props = { calls: NotificationGroupCalls; group: NotificationGroup; disabled: boolean };
type PartProps = { settings: Settings; set(change: Partial<Settings>): void; disabled: boolean };

const settingsOf = ({ lowest, quiet, escalation, repeat, onClear }: NotificationGroup): Settings => ({
  lowest,
  quiet,
  // Sent in seconds only: the server takes changed minutes before seconds.
  escalation: escalation.map(({ afterMinutes: _, ...step }) => step),
  repeat,
  onClear,
});

/** How a group notifies: severities, quiet hours, reminders, and who else is notified when nobody acknowledges. */
export function NotificationSettings({ calls, group, disabled }: Props) {
  const t = useText();
  const stored = settingsOf(group);
  const [settings, setSettings] = useState(stored);
  const update = useAction(calls.update);
  const part: PartProps = {
    settings,
    set: (change) => setSettings((before) => ({ ...before, ...change })),
    disabled,
  };
  return (
    <Panel title={t('settings.title')}>
      <Stack gap="xl" align="stretch" maw={sizes.form}>
        <LowestSeverities {...part} />
        <QuietHours {...part} />
        <Reminders {...part} />
        <Part title={t('settings.escalation')} hint={t('settings.escalationHint')}>
          <EscalationSteps
            calls={calls}
            group={group}
            steps={settings.escalation}
            onChange={(escalation) => part.set({ escalation })}
            disabled={disabled}
          />
        </Part>
        <Group>
          <Button
            disabled={disabled || JSON.stringify(settings) === JSON.stringify(stored)}
            loading={update.pending}
            onClick={() => update.run({ params: { id: group.id }, body: settings })}
          >
            {t('settings.save')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

function Part({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <Stack gap="sm" align="stretch" role="group" aria-label={title}>
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      {children}
    </Stack>
  );
}

type SeverityProps = { label: string; value: Severity; onChange(value: Severity): void; disabled: boolean };

function SeveritySelect({ label, value, onChange, disabled }: SeverityProps) {
  const t = useText();
  return (
    <Select
      label={label}
      value={value}
      data={severities.toReversed().map((one) => ({ value: one, label: t(`values.severity.${one}`) }))}
      allowDeselect={false}
      disabled={disabled}
      onChange={(next) => onChange(severities.find((one) => one === next) ?? value)}
    />
  );
}

function LowestSeverities({ settings, set, disabled }: PartProps) {
  const t = useText();
  return (
    <Part title={t('columns.lowest')} hint={t('settings.lowestHint')}>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        {notificationMethods.map((method) => (
          <SeveritySelect
            key={method}
            label={t(`values.method.${method}`)}
            value={settings.lowest[method] ?? 'good'}
            disabled={disabled}
            onChange={(severity) => set({ lowest: { ...settings.lowest, [method]: severity } })}
          />
        ))}
      </SimpleGrid>
      <Switch
        label={t('settings.onClear')}
        checked={settings.onClear}
        disabled={disabled}
        onChange={(event) => set({ onClear: event.currentTarget.checked })}
      />
    </Part>
  );
}

function QuietHours({ settings: { quiet }, set, disabled }: PartProps) {
  const t = useText();
  return (
    <Part title={t('columns.quiet')} hint={t('settings.quietHint')}>
      <Switch
        label={t('settings.quietOn')}
        checked={quiet !== null}
        disabled={disabled}
        onChange={(event) =>
          set({ quiet: event.currentTarget.checked ? { week: closedWeek(), exempt: 'problem' } : null })
        }
      />
      {quiet && (
        <>
          <DayScheduleInput
            label={t('settings.quietWeek')}
            emptyDay={t('settings.notQuiet')}
            value={quiet.week}
            disabled={disabled}
            onChange={(week) => set({ quiet: { ...quiet, week } })}
          />
          <SeveritySelect
            label={t('settings.exempt')}
            value={quiet.exempt}
            disabled={disabled}
            onChange={(exempt) => set({ quiet: { ...quiet, exempt } })}
          />
        </>
      )}
    </Part>
  );
}

function Reminders({ settings: { repeat }, set, disabled }: PartProps) {
  const t = useText();
  return (
    <Part title={t('columns.repeat')} hint={t('settings.repeatHint')}>
      <Switch
        label={t('settings.repeatOn')}
        checked={repeat !== null}
        disabled={disabled}
        onChange={(event) => set({ repeat: event.currentTarget.checked ? { everyMinutes: 30, times: 3 } : null })}
      />
      {repeat && (
        <Group gap="sm" grow align="flex-end">
          <NumberInput
            label={t('settings.everyMinutes')}
            value={repeat.everyMinutes}
            min={5}
            max={240}
            allowDecimal={false}
            disabled={disabled}
            onChange={(next) => set({ repeat: { ...repeat, everyMinutes: Number(next) } })}
          />
          <NumberInput
            label={t('settings.times')}
            value={repeat.times}
            min={1}
            max={5}
            allowDecimal={false}
            disabled={disabled}
            onChange={(next) => set({ repeat: { ...repeat, times: Number(next) } })}
          />
        </Group>
      )}
    </Part>
  );
}
