import { expect, test } from 'vitest';
import { writeListQuery } from '#platform/common/list.ts';
import { emptyListState, listRequestOf, readState, withFilter, writeState } from '#platform/web/ui/list/list-state.ts';
import { alarmColumns, alarmFilters } from './alarm-columns.tsx';

const texts = {
  kind: String,
  className: String,
  title: String,
  measured: () => null,
  date: String,
  valueText: (_field: string, value: string) => value,
};
const app = { id: 'sample', alarms: {} };
const filters = (history: boolean) =>
  alarmFilters({ source: { app, classes: ['operational'] } as never, history, of: 'app', texts });

test('the list of open alarms shows no column of what is the same in all rows', () => {
  const shown = (history: boolean) =>
    alarmColumns({
      source: { app, classes: ['operational'] } as never,
      history,
      of: 'app',
      to: () => '',
      texts,
    })
      .filter(({ hidden }) => !hidden)
      .map(({ field }) => field);
  expect(shown(false)).toContain('acknowledged');
  expect(shown(false)).not.toContain('disposition');
  expect(shown(true)).toContain('disposition');
});

test.each([false, true])(
  'the filter by time of day is kept in the address and sent to the server (history: %s)',
  (history) => {
    const state = withFilter(emptyListState(), 'timeOfDay', { from: '08:00', to: '17:30' });
    const address = writeState(state, filters(history), new URLSearchParams());
    expect(decodeURIComponent(String(address))).toBe('timeOfDay[from]=08:00&timeOfDay[to]=17:30');
    const read = readState(new URLSearchParams(String(address)), filters(history), null);
    expect(read?.filter).toEqual(state.filter);
    const query = writeListQuery(listRequestOf(read ?? emptyListState(), filters(history), 'Asia/Dubai'));
    expect(decodeURIComponent(String(query))).toContain('timeOfDay[from]=08:00&timeOfDay[to]=17:30');
  },
);
