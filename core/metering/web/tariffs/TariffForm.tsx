import { Checkbox, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { currencies, currencyOfZone } from '#platform/common/text/currencies.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { billedUnits, utilities } from '../../common/manifest.ts';
import { newTariff, type Tariff } from '../../common/tariff.ts';
import { type TariffTerms, taxableKinds } from '../../common/terms.ts';
import { tariffsAddress } from '../addresses.ts';
import classes from '../Metering.module.css';
import { currentMonth } from '../months.ts';
import { useText } from '../texts.ts';
import { useMetering } from '../use-metering.ts';
import { ChargesInput } from './ChargesInput.tsx';
import { SlabsInput } from './SlabsInput.tsx';
import { TryPanel } from './TryPanel.tsx';

type Values = {
  nameEn: string;
  nameAr: string;
  utility: Tariff['utility'];
  currency: Tariff['currency'];
  unit: Tariff['unit'];
  validFrom: string;
  terms: TariffTerms;
};
type Props = { before?: Tariff; save(values: Values): Promise<unknown> };

const emptyTerms: TariffTerms = {
  mode: 'graduated',
  perMonth: true,
  slabs: [{ upTo: null, price: '' }],
  surcharges: [],
  fixed: [],
  seweragePercent: null,
  vatPercent: 5,
  vatOn: [...taxableKinds],
};

/** Edits a tariff, and prices a quantity with what is entered. New terms are a new version. */
export function TariffForm({ before, save }: Props) {
  const t = useText();
  const { app } = useMetering();
  const { zone } = useFormats();
  const form = useEntityForm(newTariff, {
    namespace: 'metering',
    initial: {
      nameEn: before?.nameEn ?? '',
      nameAr: before?.nameAr ?? '',
      utility: before?.utility ?? 'electricity',
      currency: before?.currency ?? currencyOfZone(zone),
      unit: before?.unit ?? 'kWh',
      validFrom: before?.validFrom ?? currentMonth(),
      terms: before?.terms ?? emptyTerms,
    },
    save,
  });
  const values = form.values as Values;
  const { terms } = values;
  const change = (part: Partial<TariffTerms>) => form.set('terms', { ...terms, ...part });
  const fault = form.field('terms').error;
  return (
    <div className={classes.form}>
      <Panel>
        <EntityForm form={form} cancelTo={tariffsAddress(app)}>
          <TextInput {...form.field('nameEn')} dir="ltr" />
          <TextInput {...form.field('nameAr')} dir="rtl" />
          <Group grow align="start">
            <Select
              {...form.field('utility')}
              disabled={Boolean(before)}
              allowDeselect={false}
              data={utilities.map((value) => ({ value, label: t(`values.utility.${value}`) }))}
              onChange={(next) => {
                const utility = utilities.find((one) => one === next) ?? values.utility;
                form.set('utility', utility);
                form.set('unit', billedUnits[utility][0] as Tariff['unit']);
              }}
            />
            <Select
              {...form.field('unit')}
              disabled={Boolean(before)}
              allowDeselect={false}
              data={[...billedUnits[values.utility]]}
            />
          </Group>
          <Group grow align="start">
            <Select
              {...form.field('currency')}
              disabled={Boolean(before)}
              allowDeselect={false}
              data={[...currencies]}
            />
            <TextInput
              {...form.field('validFrom')}
              description={t('tariff.validFrom')}
              dir="ltr"
              placeholder={currentMonth()}
            />
          </Group>
          <Select
            label={t('terms.mode')}
            allowDeselect={false}
            value={terms.mode}
            data={(['graduated', 'whole'] as const).map((value) => ({ value, label: t(`values.mode.${value}`) }))}
            onChange={(mode) => change({ mode: mode === 'whole' ? 'whole' : 'graduated' })}
          />
          <SlabsInput
            value={terms.slabs}
            unit={values.unit}
            currency={values.currency}
            error={fault}
            onChange={(slabs) => change({ slabs })}
          />
          <Checkbox
            label={t('terms.perMonth')}
            checked={terms.perMonth}
            onChange={(event) => change({ perMonth: event.currentTarget.checked })}
          />
          <ChargesInput terms={terms} unit={values.unit} currency={values.currency} onChange={change} />
          <Taxes terms={terms} water={values.utility === 'water'} onChange={change} />
        </EntityForm>
      </Panel>
      <TryPanel terms={terms} currency={values.currency} unit={values.unit} />
    </div>
  );
}

type TaxesProps = { terms: TariffTerms; water: boolean; onChange(part: Partial<TariffTerms>): void };

function Taxes({ terms, water, onChange }: TaxesProps) {
  const t = useText();
  return (
    <>
      {water && (
        <NumberInput
          label={t('terms.sewerage')}
          suffix=" %"
          min={0}
          value={terms.seweragePercent ?? ''}
          onChange={(value) => onChange({ seweragePercent: typeof value === 'number' ? value : null })}
        />
      )}
      <NumberInput
        label={t('terms.vat')}
        suffix=" %"
        min={0}
        max={100}
        value={terms.vatPercent}
        onChange={(value) => onChange({ vatPercent: typeof value === 'number' ? value : 0 })}
      />
      <Checkbox.Group
        label={t('terms.vatOn')}
        value={terms.vatOn}
        onChange={(kinds) => onChange({ vatOn: taxableKinds.filter((kind) => kinds.includes(kind)) })}
      >
        <Stack gap="xs" mt="xs">
          {taxableKinds.map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`values.kind.${kind}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
