import { type Finder, finder, joined, ofCompany, searched } from '#platform/web/shell/finder.ts';
import { api } from './api.ts';

const list = '/core/assets/list/all';

export const finds: readonly Finder[] = [
  finder({
    name: 'pages.assets-list-all',
    icon: 'box',
    list: api.asset.list,
    params: ofCompany,
    // An asset is looked at in its list.
    show: ({ name, code, type, structure }) => ({
      title: name,
      subtitle: joined(code, type, structure?.name),
      to: searched(list, code ?? name),
    }),
    all: (text) => searched(list, text),
  }),
];
