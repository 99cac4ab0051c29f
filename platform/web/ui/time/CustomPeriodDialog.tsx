import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { type RangeRules, readRange, toCustomRange } from '#platform/common/time/date-range.ts';
import type { Period } from '#platform/common/time/time.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText } from '../../i18n/texts.ts';
import { DateTimeRange } from '../input/DateTimeRange.tsx';
import { useInputText } from '../input/texts.ts';
import type { SelectedPeriod } from './period.ts';

type Props = { initial: SelectedPeriod; rules: RangeRules; onChoose(period: Period): void; onClose(): void };

/** A dialog for start and end in the company's time zone. OK is enabled for a valid period. */
export function CustomPeriodDialog({ initial, rules, onChoose, onClose }: Props) {
  const t = useKitText();
  const input = useInputText();
  const { zone } = useFormats();
  const [range, setRange] = useState(() => toCustomRange(initial, zone));
  const { period, fault } = readRange(range, rules, { zone });
  return (
    <Modal
      opened
      onClose={onClose}
      title={input('range.title')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <DateTimeRange value={range} onChange={setRange} rules={rules} fault={fault} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button disabled={period === null} onClick={() => period && onChoose(period)}>
          {t('actions.ok')}
        </Button>
      </Group>
    </Modal>
  );
}
