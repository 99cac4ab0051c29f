import { Alert, Button, Group, Input, Stack, Switch, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type Holiday, holiday } from '#platform/common/week-schedule.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { TimeRange } from '#platform/web/ui/input/TimeRange.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useText } from './api.ts';
import { EditedRows } from './EditedRows.tsx';
import { awaitingConfirmation, settle, withHolidays } from './holidays.ts';
import { PublicHolidaysPanel } from './PublicHolidaysPanel.tsx';
import { showDay } from './show-day.ts';

type Props = {
  name: string;
  label: string;
  error: ReactNode;
  value: readonly Holiday[];
  timeZone: string;
  onChange(value: Holiday[]): void;
};

const usualHours = { start: '08:00', end: '12:00' };

/** Days that are closed or have hours of their own; those whose date the moon decides are confirmed here. */
export function HolidaysInput({ name, label, error, value, timeZone, onChange }: Props) {
  const t = useText();
  const { language } = useFormats();
  const [importing, setImporting] = useState(false);
  const nameOf = ({ name: { en, ar } }: Holiday) => (language === 'ar' ? ar || en : en || ar) || t('holidays.unnamed');
  const waiting = awaitingConfirmation({ holidays: [...value], timeZone });
  return (
    <>
      {waiting.length > 0 && (
        <Alert variant="light" title={t('holidays.confirmTitle')}>
          {t('holidays.confirmText')}
        </Alert>
      )}
      <EditedRows
        name={name}
        label={label}
        error={error}
        rows={value}
        empty={t('holidays.empty')}
        addLabel={t('holidays.add')}
        actions={
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={iconSizes.sm} aria-hidden />}
            onClick={() => setImporting(true)}
          >
            {t('holidays.import')}
          </Button>
        }
        faulty={(row) => !holiday.safeParse(row).success}
        onAdd={() => onChange([...value, { date: '', name: { en: '', ar: '' }, expected: false, periods: [] }])}
        onRemove={(at) => onChange(value.filter((_, other) => other !== at))}
        title={nameOf}
        summary={({ date, periods, expected }) => (
          <>
            <bdi>{showDay(date)}</bdi>
            <bdi>
              {periods.length === 0 ? t('closed') : periods.map((one) => `${one.start}–${one.end}`).join(' · ')}
            </bdi>
            {expected && <ToneChip tone="poor">{t('holidays.expected')}</ToneChip>}
          </>
        )}
        aside={(row) =>
          waiting.includes(row) && (
            <Confirm name={nameOf(row)} onConfirm={(days) => onChange(settle(value, row, days))} />
          )
        }
      >
        {(row, at) => (
          <HolidayFields
            of={row}
            onChange={(next) => onChange(value.map((one, other) => (other === at ? next : one)))}
          />
        )}
      </EditedRows>
      {importing && (
        <PublicHolidaysPanel
          timeZone={timeZone}
          known={value}
          onAdd={(added) => onChange(withHolidays(value, added))}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}

function Confirm({ name, onConfirm }: { name: string; onConfirm(days: -1 | 0 | 1): void }) {
  const t = useText();
  const choices = [
    ['earlier', -1],
    ['confirm', 0],
    ['later', 1],
  ] as const;
  return (
    <Group gap="xs">
      {choices.map(([key, days]) => (
        <Button
          key={key}
          size="compact-sm"
          variant={days === 0 ? 'light' : 'subtle'}
          aria-label={t('holidays.of', { action: t(`holidays.${key}`), name })}
          onClick={() => onConfirm(days)}
        >
          {t(`holidays.${key}`)}
        </Button>
      ))}
    </Group>
  );
}

function HolidayFields({ of, onChange }: { of: Holiday; onChange(next: Holiday): void }) {
  const t = useText();
  const { date, name, periods, expected } = of;
  const [hours] = periods;
  return (
    <Stack gap="sm">
      <DayInput label={t('fields.date')} value={date} onChange={(next) => onChange({ ...of, date: next })} />
      {(['en', 'ar'] as const).map((language) => (
        <TextInput
          key={language}
          dir={language === 'ar' ? 'rtl' : 'ltr'}
          label={t(`holidays.name.${language}`)}
          value={name[language]}
          onChange={(event) => onChange({ ...of, name: { ...name, [language]: event.currentTarget.value } })}
        />
      ))}
      <Switch
        label={t('holidays.otherHours')}
        checked={hours !== undefined}
        onChange={(event) => onChange({ ...of, periods: event.currentTarget.checked ? [usualHours] : [] })}
      />
      {periods.map((one, at) => (
        <TimeRange
          // biome-ignore lint/suspicious/noArrayIndexKey: a period has no name of its own, and its times change while it is typed
          key={at}
          label={t('holidays.hours')}
          from={one.start}
          to={one.end}
          onChange={({ from, to }) =>
            onChange({
              ...of,
              periods: periods.map((before, other) => (other === at ? { start: from, end: to } : before)),
            })
          }
        />
      ))}
      <div>
        <Switch
          label={t('holidays.expected')}
          checked={expected}
          onChange={(event) => onChange({ ...of, expected: event.currentTarget.checked })}
        />
        <Input.Description>{t('holidays.expectedHint')}</Input.Description>
      </div>
    </Stack>
  );
}
