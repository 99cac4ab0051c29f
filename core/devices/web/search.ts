import { joined, type SearchProvider, searched, searchProvider } from '#platform/web/shell/search/search.ts';
import { api } from './api.ts';

const list = '/core/users/gateways';

export const search: readonly SearchProvider[] = [
  searchProvider({
    name: 'pages.users-gateways',
    list: api.loraGateway.list,
    show: ({ name, eui, structure }) => ({
      title: name,
      subtitle: joined(eui, structure?.name),
      to: searched(list, eui),
    }),
    all: (text) => searched(list, text),
  }),
];
