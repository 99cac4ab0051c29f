import { shellAddresses } from '#platform/web/shell/routing/addresses.ts';
import { joined, type SearchProvider, searched, searchProvider } from '#platform/web/shell/search/search.ts';
import { api } from './api.ts';
import { addresses } from './companies/own-company.ts';

type Person = { id: number; firstName: string; lastName: string; email: string };
const shown = ({ id, firstName, lastName, email }: Person) => ({
  title: `${firstName} ${lastName}`,
  subtitle: joined(email),
  to: shellAddresses.profile(id),
});

export const search: readonly SearchProvider[] = [
  searchProvider({
    name: 'companies.tabs.staff',
    list: api.staff.list,
    show: shown,
  }),
  searchProvider({
    name: 'pages.users-platform',
    list: api.platformStaff.list,
    show: shown,
    all: (text) => searched('/core/users/platform', text),
  }),
  searchProvider({
    name: 'pages.companies-list',
    list: api.company.list,
    show: ({ id, name, type, email }, word) => ({
      title: name,
      subtitle: joined(word(`companyTypes.${type}`), email),
      to: addresses.profile(id),
    }),
    all: (text) => searched(addresses.list, text),
  }),
];
