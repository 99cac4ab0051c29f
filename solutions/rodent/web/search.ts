import { type SearchProvider, searchAddress, searchProvider } from '#platform/web/shell/search/search.ts';
import { rodent } from '../app.ts';
import { api } from './api.ts';

const list = `${rodent.web}/visits/list`;

export const search: readonly SearchProvider[] = [
  searchProvider({
    name: 'pages.visits-list',
    list: api.visit.list,
    show: ({ id, number, structure }) => ({
      title: number,
      text: structure.name,
      to: `${rodent.web}/visits/visit/${id}`,
    }),
    all: (text) => searchAddress(list, text),
  }),
];
