import { type SearchProvider, searchAddress, searchProvider, subtitleOf } from '#platform/web/shell/search/search.ts';
import { api } from './api.ts';

const list = '/core/users/gateways';

export const search: readonly SearchProvider[] = [
  searchProvider({
    name: 'pages.users-gateways',
    list: api.loraGateway.list,
    show: ({ name, eui, structure }) => ({
      title: name,
      subtitle: subtitleOf(eui, structure?.name),
      to: searchAddress(list, eui),
    }),
    all: (text) => searchAddress(list, text),
  }),
];
