import { Alert, Button, Group, Input, Stack, Switch, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type Holiday, holiday } from '#platform/common/time/week-schedule.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { TimeRange } from '#platform/web/ui/input/TimeRange.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useText } from './api.ts';
import { EditableRows } from './EditableRows.tsx';
import { formatDay } from './format-day.ts';
import { awaitingConfirmation, confirmFeast, withHolidays } from './holidays.ts';
import { PublicHolidaysPanel } from './PublicHolidaysPanel.tsx';

type Props = {
  name: string;
  label: string;
  error: ReactNode;
  value: readonly Holiday[];
  timeZone: string;
  onChange(value: Holiday[]): void;
};

const defaultHours = { start: '08:00', end: '12:00' };

/** Edits the holidays of a schedule: days that are closed or have their own hours. Expected dates are confirmed here. */
export function HolidaysInput({ name, label, error, value, timeZone, onChange }: Props) {
  const t = useText();
  const { language } = useFormats();
  const [importing, setImporting] = useState(false);
  const nameOf = ({ name: { en, ar } }: Holiday) => (language === 'ar' ? ar || en : en || ar) || t('holidays.unnamed');
  const unconfirmed = awaitingConfirmation({ holidays: [...value], timeZone });
  return (
    <>
      {unconfirmed.length > 0 && (
        <Alert variant="light" title={t('holidays.confirmTitle')}>
          {t('holidays.confirmText')}
        </Alert>
      )}
      <EditableRows
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
        invalid={(row) => !holiday.safeParse(row).success}
        onAdd={() => onChange([...value, { date: '', name: { en: '', ar: '' }, expected: false, periods: [] }])}
        onRemove={(index) => onChange(value.filter((_, otherIndex) => otherIndex !== index))}
        title={nameOf}
        summary={({ date, periods, expected }) => (
          <>
            <bdi>{formatDay(date)}</bdi>
            <bdi>
              {periods.length === 0
                ? t('closed')
                : periods.map((period) => `${period.start}–${period.end}`).join(' · ')}
            </bdi>
            {expected && <ToneChip tone="poor">{t('holidays.expected')}</ToneChip>}
          </>
        )}
        collapsedContent={(row) =>
          unconfirmed.includes(row) && (
            <ConfirmDate name={nameOf(row)} onConfirm={(days) => onChange(confirmFeast(value, row, days))} />
          )
        }
      >
        {(row, index) => (
          <HolidayFields
            value={row}
            onChange={(next) => onChange(value.map((holiday, otherIndex) => (otherIndex === index ? next : holiday)))}
          />
        )}
      </EditableRows>
      {importing && (
        <PublicHolidaysPanel
          timeZone={timeZone}
          existing={value}
          onAdd={(added) => onChange(withHolidays(value, added))}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}

function ConfirmDate({ name, onConfirm }: { name: string; onConfirm(days: -1 | 0 | 1): void }) {
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

function HolidayFields({ value: holiday, onChange }: { value: Holiday; onChange(next: Holiday): void }) {
  const t = useText();
  const { date, name, periods, expected } = holiday;
  const [hours] = periods;
  return (
    <Stack gap="sm">
      <DayInput label={t('fields.date')} value={date} onChange={(next) => onChange({ ...holiday, date: next })} />
      {(['en', 'ar'] as const).map((language) => (
        <TextInput
          key={language}
          dir={language === 'ar' ? 'rtl' : 'ltr'}
          label={t(`holidays.name.${language}`)}
          value={name[language]}
          onChange={(event) => onChange({ ...holiday, name: { ...name, [language]: event.currentTarget.value } })}
        />
      ))}
      <Switch
        label={t('holidays.otherHours')}
        checked={hours !== undefined}
        onChange={(event) => onChange({ ...holiday, periods: event.currentTarget.checked ? [defaultHours] : [] })}
      />
      {periods.map((period, index) => (
        <TimeRange
          // biome-ignore lint/suspicious/noArrayIndexKey: periods have no stable key, their times can change
          key={index}
          label={t('holidays.hours')}
          from={period.start}
          to={period.end}
          onChange={({ from, to }) =>
            onChange({
              ...holiday,
              periods: periods.map((before, otherIndex) => (otherIndex === index ? { start: from, end: to } : before)),
            })
          }
        />
      ))}
      <div>
        <Switch
          label={t('holidays.expected')}
          checked={expected}
          onChange={(event) => onChange({ ...holiday, expected: event.currentTarget.checked })}
        />
        <Input.Description>{t('holidays.expectedHint')}</Input.Description>
      </div>
    </Stack>
  );
}
