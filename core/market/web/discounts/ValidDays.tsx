import type { ComponentProps } from 'react';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { useText } from '../api.ts';

type Day = 'validFrom' | 'validTo';
/** The part of a form of discounts that has their days. */
type DaysForm = {
  field(name: Day): Omit<ComponentProps<typeof DayInput>, 'value' | 'onChange'>;
  set(name: Day, value: string | null): void;
  values: Readonly<Partial<Record<Day, unknown>>>;
};

/** The first and the last day of a discount; without them it has no limit. */
export function ValidDays({ form }: { form: DaysForm }) {
  const t = useText();
  return (['validFrom', 'validTo'] as const).map((name) => (
    <DayInput
      key={name}
      {...form.field(name)}
      label={t(`discounts.${name}`)}
      value={String(form.values[name] ?? '')}
      onChange={(on) => form.set(name, on || null)}
      clearable
    />
  ));
}
