import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import dayjs from 'dayjs';
import { useState } from 'react';
import { dateFormats, type Period } from '#platform/common/time.ts';
import { useFormats } from '../i18n/formats.ts';
import { useKitText } from '../i18n/texts.ts';
import { DatesProvided } from './DatesProvided.tsx';
import { type ChosenPeriod, periodFault } from './period.ts';

const wall = 'YYYY-MM-DD HH:mm:ss';
type Props = { initial: ChosenPeriod; maxDays?: number; onChoose(period: Period): void; onClose(): void };

/** From and to, in the company's time zone. Future times cannot be chosen. */
export function CustomPeriodDialog({ initial, maxDays, onChoose, onClose }: Props) {
  const t = useKitText();
  const { zone } = useFormats();
  // The picker knows no zones: it shows and gives the wall clock of the company.
  const toWall = (instant: string | undefined) => (instant ? dayjs(instant).tz(zone).format(wall) : null);
  const toInstant = (text: string | null) => (text ? dayjs.tz(text, zone).toISOString() : undefined);
  const [from, setFrom] = useState(toWall(initial.from));
  const [to, setTo] = useState(toWall(initial.to));
  const [start, end] = [toInstant(from), toInstant(to)];
  const period = { ...(start ? { from: start } : {}), ...(end ? { to: end } : {}) };
  const fault = periodFault(period, { now: new Date(), ...(maxDays === undefined ? {} : { maxDays }) });
  const latest = dayjs().tz(zone).format(wall);
  const shared = {
    valueFormat: dateFormats.picker,
    maxDate: latest,
    popoverProps: { withinPortal: true },
    highlightToday: true,
  } as const;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('period.customTitle')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <DatesProvided>
        <Stack>
          <DateTimePicker label={t('period.from')} value={from} onChange={setFrom} data-autofocus {...shared} />
          <DateTimePicker
            label={t('period.to')}
            value={to}
            onChange={setTo}
            disabled={!from}
            {...(from ? { minDate: from } : {})}
            {...shared}
          />
          {fault && fault !== 'incomplete' && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {t(`period.fault.${fault}`, { days: maxDays })}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button disabled={fault !== null} onClick={() => onChoose(period as Period)}>
              {t('actions.ok')}
            </Button>
          </Group>
        </Stack>
      </DatesProvided>
    </Modal>
  );
}
