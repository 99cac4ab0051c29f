import { Input, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { RowsInput } from '#platform/web/ui/rows/RowsInput.tsx';
import type { TariffTerms } from '../../common/terms.ts';
import classes from '../Metering.module.css';
import { useText } from '../texts.ts';

type Surcharge = TariffTerms['surcharges'][number];
type Fixed = TariffTerms['fixed'][number];
type Props = { terms: TariffTerms; unit: string; currency: string; onChange(part: Partial<TariffTerms>): void };

const maxCharges = 5;
const newSurcharge: Surcharge = { nameEn: '', nameAr: '', kind: 'unit', value: '' };
const newFixed: Fixed = { nameEn: '', nameAr: '', amount: '', due: 'monthly' };

/** The surcharges and fixed charges of a tariff. */
export function ChargesInput({ terms, unit, currency, onChange }: Props) {
  const t = useText();
  return (
    <>
      <Charges
        label={t('terms.surcharges')}
        addLabel={t('terms.addSurcharge')}
        rows={terms.surcharges}
        empty={newSurcharge}
        onChange={(surcharges) => onChange({ surcharges })}
      >
        {(row, change) => (
          <>
            <Select
              label={t('terms.kind')}
              allowDeselect={false}
              value={row.kind}
              data={[
                { value: 'unit', label: t('terms.perUnit', { currency, unit }) },
                { value: 'percent', label: t('terms.percent') },
              ]}
              onChange={(kind) => change({ kind: kind === 'percent' ? 'percent' : 'unit' })}
            />
            <TextInput
              label={t('terms.value')}
              dir="ltr"
              inputMode="decimal"
              value={row.value}
              onChange={(event) => change({ value: event.currentTarget.value })}
            />
          </>
        )}
      </Charges>
      <Charges
        label={t('terms.fixed')}
        addLabel={t('terms.addFixed')}
        rows={terms.fixed}
        empty={newFixed}
        onChange={(fixed) => onChange({ fixed })}
      >
        {(row, change) => (
          <>
            <Select
              label={t('terms.due')}
              allowDeselect={false}
              value={row.due}
              data={(['monthly', 'once'] as const).map((value) => ({ value, label: t(`values.due.${value}`) }))}
              onChange={(due) => change({ due: due === 'once' ? 'once' : 'monthly' })}
            />
            <TextInput
              label={t('terms.amount', { currency })}
              dir="ltr"
              inputMode="decimal"
              value={row.amount}
              onChange={(event) => change({ amount: event.currentTarget.value })}
            />
          </>
        )}
      </Charges>
    </>
  );
}

type ChargesProps<Row> = {
  label: string;
  addLabel: string;
  rows: readonly Row[];
  empty: Row;
  onChange(rows: Row[]): void;
  children(row: Row, change: (part: Partial<Row>) => void): ReactNode;
};

function Charges<Row extends { nameEn: string; nameAr: string }>(props: ChargesProps<Row>) {
  const { label, addLabel, rows, empty, onChange, children } = props;
  const t = useText();
  return (
    <Input.Wrapper label={label} labelElement="div">
      <RowsInput
        value={rows}
        onChange={onChange}
        newRow={() => empty}
        addLabel={addLabel}
        removeLabel={({ nameEn }, index) => t('terms.removeCharge', { name: nameEn || String(index + 1) })}
        most={maxCharges}
      >
        {({ row, change, replace, remove }) => (
          <div className={classes.charge}>
            <TextInput
              label={t('fields.nameEn')}
              dir="ltr"
              value={row.nameEn}
              onChange={(event) => replace({ ...row, nameEn: event.currentTarget.value })}
            />
            <TextInput
              label={t('fields.nameAr')}
              dir="rtl"
              value={row.nameAr}
              onChange={(event) => replace({ ...row, nameAr: event.currentTarget.value })}
            />
            {children(row, change)}
            {remove}
          </div>
        )}
      </RowsInput>
    </Input.Wrapper>
  );
}
