import { shellAddresses } from '#platform/web/shell/routing/addresses.ts';
import { type SearchProvider, searchAddress, searchProvider, subtitleOf } from '#platform/web/shell/search/search.ts';
import { api } from './api.ts';
import { addresses } from './companies/own-company.ts';

type Person = { id: number; firstName: string; lastName: string; email: string };
const shown = ({ id, firstName, lastName, email }: Person) => ({
  title: `${firstName} ${lastName}`,
  subtitle: subtitleOf(email),
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
    all: (text) => searchAddress('/core/users/platform', text),
  }),
  searchProvider({
    name: 'pages.companies-list',
    list: api.company.list,
    show: ({ id, name, type, email }, word) => ({
      title: name,
      subtitle: subtitleOf(word(`companyTypes.${type}`), email),
      to: addresses.profile(id),
    }),
    all: (text) => searchAddress(addresses.list, text),
  }),
];
