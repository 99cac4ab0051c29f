import { Input, Stack, Switch } from '@mantine/core';
import { useText } from '../api.ts';
import { type StepProps, TextField } from './step.tsx';

/** Whether drivers may see the car park, and what of it. */
export function PublicStep({ draft, change, changeGroup, errorAt }: StepProps) {
  const t = useText();
  return (
    <Stack gap="md">
      <Switch
        name="public"
        label={t('add.isPublic')}
        description={t('add.publicText')}
        checked={draft.public}
        onChange={({ currentTarget }) => change({ public: currentTarget.checked })}
      />
      {draft.public && (
        <>
          <TextField
            name="publicNameEn"
            label={t('fields.publicNameEn')}
            description={t('add.publicNameHint')}
            dir="ltr"
            value={draft.publicNameEn}
            error={errorAt('publicNameEn')}
            onChange={(publicNameEn) => change({ publicNameEn })}
          />
          <TextField
            name="publicNameAr"
            label={t('fields.publicNameAr')}
            dir="rtl"
            value={draft.publicNameAr}
            error={errorAt('publicNameAr')}
            onChange={(publicNameAr) => change({ publicNameAr })}
          />
          <Switch
            name="publicSlots"
            label={t('columns.publicSlots')}
            description={t('add.publicSlotsText')}
            checked={draft.publicSlots}
            onChange={({ currentTarget }) => change({ publicSlots: currentTarget.checked })}
          />
        </>
      )}
      <Input.Wrapper label={t('add.forPublic')} description={t('add.forPublicText')} labelElement="div">
        <Stack gap="xs" mt="xs" role="group" aria-label={t('add.forPublic')}>
          {draft.groups.map(({ key, name, forPublic }) => (
            <Switch
              key={key}
              label={<bdi>{name}</bdi>}
              checked={forPublic}
              onChange={({ currentTarget }) => changeGroup(key, { forPublic: currentTarget.checked })}
            />
          ))}
        </Stack>
      </Input.Wrapper>
      <Switch
        name="forecast"
        label={t('columns.forecast')}
        description={t('add.forecastText')}
        checked={draft.forecast}
        onChange={({ currentTarget }) => change({ forecast: currentTarget.checked })}
      />
    </Stack>
  );
}
