import { type SearchProvider, searchAddress, searchProvider, subtitleOf } from '#platform/web/shell/search/search.ts';
import { api } from './api.ts';

const list = '/core/assets/list/all';

export const search: readonly SearchProvider[] = [
  searchProvider({
    name: 'pages.assets-list-all',
    list: api.asset.list,
    // An asset is shown in its list.
    show: ({ name, code, type, structure }) => ({
      title: name,
      subtitle: subtitleOf(code, type, structure?.name),
      to: searchAddress(list, code ?? name),
    }),
    all: (text) => searchAddress(list, text),
  }),
];
