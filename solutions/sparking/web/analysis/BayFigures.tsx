import { useMemo } from 'react';
import type { Period } from '#platform/common/time/time.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { SlotFigures, SlotSort } from '../../common/analysis.ts';
import { knownShare, meanStay, occupiedShare, wholePercent } from '../../common/shares.ts';
import { api, useText } from '../api.ts';

const { code, date, number } = columnsFor<SlotFigures>();

/** A whole number that is made of the sums of a bay. */
const figure = (field: SlotSort, of: (bay: SlotFigures) => number | null): Column<SlotFigures> => {
  const rounded = (bay: SlotFigures) => {
    const value = of(bay);
    return value === null ? null : Math.round(value);
  };
  return {
    ...{ field, numeric: true, width: 1 },
    render: (bay) => <Figure value={rounded(bay)} />,
    text: rounded,
  };
};

function Figure({ value }: { value: number | null }) {
  const { number: written } = useFormats();
  return value === null ? '–' : <Bdi>{written(value)}</Bdi>;
}

const inPercent = (share: number | null) => (share === null ? null : 100 * share);
const known = (bay: SlotFigures) => {
  const share = knownShare(bay);
  return share === null ? null : wholePercent(share);
};
const inMinutes = (seconds: number | null) => (seconds === null ? null : seconds / 60);
const columns = [
  code('number', { name: 'spaceId' }),
  figure('occupancy', (bay) => inPercent(occupiedShare(bay))),
  figure('coverage', known),
  number('stays'),
  figure('meanStay', (bay) => inMinutes(meanStay(bay))),
  figure('overstaySeconds', ({ overstaySeconds }) => inMinutes(overstaySeconds)),
  date('lastStayAt'),
];

/** The figures of each bay of a car park in a period. */
export function BayFigures({ period, locationIds }: { period: Period; locationIds: string }) {
  const t = useText();
  const query = useMemo(() => ({ ...period, locationIds }), [period, locationIds]);
  return (
    <Panel title={t('lists.analysis')}>
      <ListView
        of={{ list: api.analysis.slotOccupationList }}
        query={query}
        columns={columns}
        empty="slotFigures"
        exports
      />
    </Panel>
  );
}
