import { Select, Stack } from '@mantine/core';
import { countModes, locationTypes } from '../../common/location.ts';
import { useText } from '../api.ts';
import { OpeningInput } from '../OpeningInput.tsx';
import { NumberField, type StepProps, TextField } from './step.tsx';

/** What kind of car park it is, when it is open, how high it is and what it costs. */
export function OpeningStep({ zone, draft, change, errorAt }: StepProps) {
  const t = useText();
  return (
    <Stack gap="md">
      <Select
        name="type"
        label={t('columns.type')}
        value={draft.type}
        data={locationTypes.map((value) => ({ value, label: t(`values.type.${value}`) }))}
        allowDeselect={false}
        onChange={(type) => type && change({ type })}
      />
      <Select
        name="countMode"
        label={t('columns.countMode')}
        value={draft.countMode}
        data={countModes.map((value) => ({ value, label: t(`values.countMode.${value}`) }))}
        allowDeselect={false}
        onChange={(countMode) => countMode && change({ countMode })}
      />
      <NumberField
        name="maxHeightCm"
        label={t('fields.maxHeightCm')}
        value={draft.maxHeightCm}
        error={errorAt('maxHeightCm')}
        onChange={(maxHeightCm) => change({ maxHeightCm })}
      />
      <OpeningInput
        name="schedule"
        label={t('columns.schedule')}
        zone={zone}
        value={draft.schedule}
        error={errorAt('schedule')}
        onChange={(schedule) => change({ schedule })}
      />
      <TextField
        name="feeEn"
        label={t('fields.feeEn')}
        dir="ltr"
        value={draft.feeEn}
        error={errorAt('feeEn')}
        onChange={(feeEn) => change({ feeEn })}
      />
      <TextField
        name="feeAr"
        label={t('fields.feeAr')}
        dir="rtl"
        value={draft.feeAr}
        error={errorAt('feeAr')}
        onChange={(feeAr) => change({ feeAr })}
      />
    </Stack>
  );
}
