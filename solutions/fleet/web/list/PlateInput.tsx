import { Group, Input, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { emirates, type Plate, plateCountries } from '../../common/vehicle/plate.ts';
import { useText } from '../texts.ts';

type Props = {
  label: string;
  value: Plate;
  onChange(plate: Plate): void;
  errorAt(path: string): ReactNode;
};

/** A plate: the country, the emirate where it has one, and what is on it. */
export function PlateInput({ label, value, onChange, errorAt }: Props) {
  const t = useText();
  const { language } = useFormats();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { country, emirate, category, number } = value;
  const change = (part: Partial<Plate>) => onChange({ ...value, ...part });
  const partError = (part: string) => errorAt(`plate.${part}`);
  const hasPart = ['country', 'emirate', 'category', 'number'].some(partError);
  return (
    <Input.Wrapper labelElement="div" label={label} error={hasPart ? null : errorAt('plate')} withAsterisk>
      <Group grow gap="xs" align="start">
        <Select
          label={t('columns.plateCountry')}
          data={plateCountries.map((code) => ({ value: code, label: names.of(code) ?? code }))}
          value={country}
          allowDeselect={false}
          searchable
          onChange={(next) => {
            const chosen = plateCountries.find((code) => code === next) ?? country;
            change({ country: chosen, emirate: chosen === 'AE' ? emirate : null });
          }}
        />
        {country === 'AE' && (
          <Select
            name="plate"
            label={t('columns.plateEmirate')}
            data={emirates.map((one) => ({ value: one, label: t(`values.emirate.${one}`) }))}
            value={emirate}
            error={partError('emirate')}
            onChange={(next) => change({ emirate: emirates.find((one) => one === next) ?? null })}
          />
        )}
      </Group>
      <Group grow gap="xs" align="start" mt="xs">
        <TextInput
          label={t('columns.plateCategory')}
          value={category ?? ''}
          maxLength={10}
          error={partError('category')}
          onChange={(event) => change({ category: event.currentTarget.value || null })}
        />
        <TextInput
          {...(country === 'AE' ? {} : { name: 'plate' })}
          label={t('plateNumber')}
          value={number}
          maxLength={10}
          withAsterisk
          aria-required
          error={partError('number')}
          onChange={(event) => change({ number: event.currentTarget.value })}
        />
      </Group>
    </Input.Wrapper>
  );
}
