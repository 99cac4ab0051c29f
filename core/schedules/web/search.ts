import { type SearchProvider, searchAddress, searchProvider } from '#platform/web/shell/search/search.ts';
import { coreAddresses } from './addresses.ts';
import { api } from './api.ts';

export const search: readonly SearchProvider[] = [
  searchProvider({
    name: 'pages.schedule-list',
    list: api.schedule.list,
    // Who may read it may not always change it: the list is for both.
    show: ({ name, timeZone }) => ({ title: name, subtitle: timeZone, to: searchAddress(coreAddresses.list, name) }),
    all: (text) => searchAddress(coreAddresses.list, text),
  }),
];
