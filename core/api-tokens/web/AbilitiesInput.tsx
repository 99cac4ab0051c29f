import { MultiSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { useAbilityNames } from './ability-names.ts';
import { api, useText } from './api.ts';

type Props = { label: string; value: readonly string[]; error?: React.ReactNode; onChange(value: string[]): void };

/** Selects some of the abilities that the person can give a token, by app. */
export function AbilitiesInput({ value, ...field }: Props) {
  const t = useText();
  const namesOf = useAbilityNames();
  const { data: abilities } = useData(api.apiToken.abilities, {}, { silent: true });
  const groups = useMemo(() => {
    const options = (abilities ?? []).map((ability) => ({ value: ability, ...namesOf(ability) }));
    return [...Map.groupBy(options, ({ app }) => app)].map(([group, items]) => ({
      group,
      items: items.map(({ value: one, name }) => ({ value: one, label: name })),
    }));
  }, [abilities, namesOf]);
  return (
    <MultiSelect
      {...field}
      value={[...value]}
      data={groups}
      description={t('hints.abilities')}
      nothingFoundMessage={t('noAbility')}
      searchable
      clearable
      withAsterisk
    />
  );
}
