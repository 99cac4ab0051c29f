import { type Finder, finder, searched } from '#platform/web/shell/finder.ts';
import { schedulesAddress } from './addresses.ts';
import { api } from './api.ts';

export const finds: readonly Finder[] = [
  finder({
    name: 'pages.schedule-list',
    icon: 'calendar',
    list: api.schedule.list,
    // Who may read it may not always change it: the list is for both.
    show: ({ name, timeZone }) => ({ title: name, subtitle: timeZone, to: searched(schedulesAddress, name) }),
    all: (text) => searched(schedulesAddress, text),
  }),
];
