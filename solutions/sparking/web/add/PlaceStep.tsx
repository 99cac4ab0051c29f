import { Input, Stack } from '@mantine/core';
import { CountryAndCity } from '#core/countries/web/parts.tsx';
import { LocationPicker, StructureSelect } from '#core/places/web/parts.tsx';
import { required } from '#platform/web/ui/form/required.ts';
import { useText } from '../api.ts';
import { type StepProps, TextField } from './step.tsx';

/** Where the car park is: at a site that is there, or at a new one on the map. */
export function PlaceStep({ companyId, draft, change, errorAt }: StepProps) {
  const t = useText();
  return (
    <Stack gap="md">
      <Input.Wrapper description={t('structureHint')} inputWrapperOrder={['input', 'description']}>
        <StructureSelect
          companyId={companyId}
          name="structureId"
          label={t('fields.structureId')}
          value={draft.structureId}
          error={errorAt('structureId')}
          // Floors are those of one site.
          onChange={(structureId) =>
            change({ structureId, groups: draft.groups.map((row) => ({ ...row, floorId: null })) })
          }
        />
      </Input.Wrapper>
      {draft.structureId === null && (
        <>
          <TextField
            {...required}
            name="name"
            label={t('columns.name')}
            dir="auto"
            value={draft.name}
            error={errorAt('name')}
            onChange={(name) => change({ name })}
          />
          <CountryAndCity
            country={{
              name: 'countryId',
              value: draft.countryId,
              error: errorAt('countryId'),
              // The city is chosen after it, in the same change.
              onChange: (countryId) => change({ countryId, cityId: null }),
            }}
            city={{
              name: 'cityId',
              value: draft.cityId,
              error: errorAt('cityId'),
              onChange: (cityId) => change({ cityId }),
            }}
          />
          <Input.Wrapper label={t('fields.location')} labelElement="div" error={errorAt('location')}>
            <LocationPicker value={draft.location} onChange={(location) => change({ location })} />
          </Input.Wrapper>
        </>
      )}
    </Stack>
  );
}
