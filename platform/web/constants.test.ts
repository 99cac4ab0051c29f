import { expect, test } from 'vitest';
import { exportPageSize, maxSearchLength, pageSizes, searchMs } from '#platform/common/list.ts';
import {
  comparisonPairs,
  customPeriod,
  dateFormats,
  firstDayOfWeek,
  periodPresets,
} from '#platform/common/time/time.ts';
import { noticeMs, permissionNoticeMs } from './client/notices.ts';
import { freshMs } from './client/query-client.ts';
import { avatarSizes, sizes } from './theme.ts';
import { firstLoad, sizeIfUnknown } from './ui/input/virtual-pages.ts';
import { loadMoreAt, maxSelectedOptions, optionListHeight, optionPageSize } from './ui/list/filters/filters.ts';
import { gridThreshold } from './ui/list/view-mode.ts';
import { batteryProblemLevel } from './ui/values/BatteryBar.tsx';

// The specified constants; those with tests of their own (chunk timeout, preference wait, drafts) are not repeated here.
test.each([
  ['notification timeout', noticeMs, 2500],
  ['permission-change notice', permissionNoticeMs, 10_000],
  ['cache lifetime', freshMs, 30_000],
  ['search and filter debounce', searchMs, 700],
  ['main search max length', maxSearchLength, 100],
  ['table page size of the old API', pageSizes.old, { initial: 50, options: [3, 5, 10, 50, 100] }],
  ['table page size', pageSizes.limitOffset, { initial: 25, options: [5, 10, 15, 25, 50] }],
  ['grid-view threshold', gridThreshold, 10],
  ['export page size', exportPageSize, 50],
  ['filter option page', [optionPageSize, loadMoreAt], [10, 0.9]],
  ['virtual list', [firstLoad, sizeIfUnknown], [30, 100]],
  ['filter list max height', optionListHeight, 160],
  ['selection-all limit', maxSelectedOptions, 30],
  ['dropdown min width', sizes.dropdown, 350],
  ['sticky side panel width', sizes.sidePanel, 400],
  ['header height', sizes.header, 50],
  ['loading bar height', sizes.loadingBar, 6],
  ['tooltip max width', sizes.tooltip, 500],
  ['avatar sizes', avatarSizes, { xs: 32, sm: 40, md: 48, lg: 56, xl: 64 }],
  ['battery problem level', batteryProblemLevel, 20],
  ['calendar first day of week', firstDayOfWeek, 6],
  ['custom period', customPeriod, -1],
])('the %s is that of the specification', (_, actual, expected) => expect(actual).toEqual(expected));

test('the date formats are those of the specification', () => {
  expect(dateFormats).toEqual({
    date: 'DD/MM/YYYY',
    dateTime: 'DD/MM/YYYY HH:mm',
    time: 'HH:mm',
    time12: 'h:mm A',
    picker: 'YYYY/MM/DD HH:mm',
    filter: 'YYYY-MM-DD',
  });
});

test('the period presets and comparisons are those of the specification', () => {
  expect(Object.fromEntries(periodPresets.map(({ name, value }) => [name, value]))).toEqual({
    'last-24-hours': 0,
    'last-48-hours': 9,
    today: 8,
    'last-7-days': 1,
    'this-week': 2,
    'last-week': 3,
    'this-month': 4,
    'last-month': 5,
    'this-year': 7,
  });
  expect(comparisonPairs.map(([first]) => first)).toEqual(['today', 'this-week', 'this-month', 'this-year']);
});
