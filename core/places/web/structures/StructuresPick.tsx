import { PickMany } from '#platform/web/ui/choice/PickMany.tsx';
import { api, useText } from '../api.ts';

type Props = {
  companyId: number;
  label: string;
  chosen: readonly number[];
  onToggle(id: number, on: boolean): void;
  disabled?: boolean;
};

/** Selects any number of the company's structures. */
export function StructuresPick({ companyId, chosen, onToggle, ...props }: Props) {
  const t = useText();
  return (
    <PickMany
      {...props}
      of={api.structure.search}
      params={{ companyId }}
      chosen={chosen}
      isChosen={(row) => chosen.includes(row.id)}
      onToggle={(row, on) => onToggle(row.id, on)}
      name={(row) => row.name}
      note={(row) => (row.address ? <bdi>{row.address}</bdi> : undefined)}
      empty={t('empty.structure.text')}
    />
  );
}
