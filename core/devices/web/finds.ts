import { type Finder, finder, joined, searched } from '#platform/web/shell/finder.ts';
import { api } from './api.ts';

const list = '/core/users/gateways';

export const finds: readonly Finder[] = [
  finder({
    name: 'pages.users-gateways',
    icon: 'device',
    list: api.loraGateway.list,
    show: ({ name, eui, structure }) => ({
      title: name,
      subtitle: joined(eui, structure?.name),
      to: searched(list, eui),
    }),
    all: (text) => searched(list, text),
  }),
];
