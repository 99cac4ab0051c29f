import { type SearchProvider, searchAddress, searchProvider } from '#platform/web/shell/search/search.ts';
import { defcon } from '../app.ts';
import { panelAddress } from './addresses.ts';
import { api } from './api.ts';

const list = `${defcon.web}/panels/list`;

export const search: readonly SearchProvider[] = [
  searchProvider({
    name: 'pages.panels-list',
    list: api.panel.list,
    show: ({ id, name, structure }) => ({ title: name, text: structure?.name ?? '', to: panelAddress(id) }),
    all: (text) => searchAddress(list, text),
  }),
];
