import { type SearchProvider, searchAddress, searchProvider } from '#platform/web/shell/search/search.ts';
import { panelAddress, panelsAddress } from './addresses.ts';
import { api } from './api.ts';

export const search: readonly SearchProvider[] = [
  searchProvider({
    name: 'pages.panels-list',
    list: api.panel.list,
    show: ({ id, name, structure }) => ({ title: name, text: structure?.name ?? '', to: panelAddress(id) }),
    all: (text) => searchAddress(panelsAddress, text),
  }),
];
