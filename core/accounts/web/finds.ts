import { shellAddresses } from '#platform/web/shell/addresses.ts';
import { type Finder, finder, joined, searched } from '#platform/web/shell/finder.ts';
import { api } from './api.ts';
import { addresses } from './companies/own-company.ts';

type Person = { id: number; firstName: string; lastName: string; email: string };
const shown = ({ id, firstName, lastName, email }: Person) => ({
  title: `${firstName} ${lastName}`,
  subtitle: joined(email),
  to: shellAddresses.profile(id),
});

export const finds: readonly Finder[] = [
  finder({
    name: 'companies.tabs.staff',
    icon: 'users',
    list: api.staff.list,
    params: ({ actingFor }) => (actingFor === null ? null : { id: actingFor }),
    show: shown,
  }),
  finder({
    name: 'pages.users-platform',
    icon: 'shield',
    list: api.platformStaff.list,
    show: shown,
    all: (text) => searched('/core/users/platform', text),
  }),
  finder({
    name: 'pages.companies-list',
    icon: 'building',
    list: api.company.list,
    show: ({ id, name, type, email }, word) => ({
      title: name,
      subtitle: joined(word(`companyTypes.${type}`), email),
      to: addresses.profile(id),
    }),
    all: (text) => searched(addresses.list, text),
  }),
];
