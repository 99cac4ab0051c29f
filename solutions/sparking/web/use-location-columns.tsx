import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import type { SlotUse } from '../common/counts.ts';
import type { ShownLocation } from '../common/location.ts';
import { wholePercent } from '../common/shares.ts';
import { locationAddress } from './addresses.ts';
import { useText } from './api.ts';
import { FillBar } from './FillBar.tsx';

const { ago, link, number } = columnsFor<ShownLocation>();
/** Bays that not everyone may use, and that drivers look for. */
const lookedFor: readonly SlotUse[] = ['people-of-determination', 'ev'];

/** The columns of car parks: how full they are, for whom bays are free, and what needs somebody. */
export function useLocationColumns() {
  const t = useText();
  const { number: figure } = useFormats();
  return useMemo(() => {
    const freeByUse = ({ byUse }: ShownLocation): string[] =>
      byUse
        .filter(({ use }) => lookedFor.includes(use))
        .map(({ use, free, total }) =>
          t('freeFor', { use: t(`values.use.${use}`), free: figure(free), total: figure(total) }),
        );
    const known = ({ coverage }: ShownLocation): string => (coverage === null ? '–' : figure(wholePercent(coverage)));
    return [
      link('name', ({ id }) => locationAddress(id)),
      'type',
      {
        field: 'fill',
        width: 3,
        render: (row: ShownLocation) => <FillBar of={row} compact />,
        text: ({ free, total }: ShownLocation) => `${free} / ${total}`,
      },
      {
        field: 'byUse',
        width: 2,
        render: (row: ShownLocation) =>
          freeByUse(row).length === 0
            ? '–'
            : freeByUse(row).map((line) => (
                <Text key={line} size="sm">
                  {line}
                </Text>
              )),
        text: (row: ShownLocation) => freeByUse(row).join(', '),
      },
      { field: 'coverage', width: 1, numeric: true, render: known, text: known },
      number('offline'),
      number('alarms'),
      number('free', { hidden: true }),
      number('occupied', { hidden: true }),
      number('unknown', { hidden: true }),
      number('outOfService', { hidden: true }),
      number('total', { hidden: true }),
      ago('createdAt', { hidden: true }),
    ] as const;
  }, [t, figure]);
}
