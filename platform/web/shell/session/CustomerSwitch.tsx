import { Combobox, Loader, Text, UnstyledButton, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding, IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CompanyRef } from '#platform/common/company-kinds.ts';
import { searchMs } from '#platform/common/list.ts';
import { fold } from '#platform/common/search/search.ts';
import { selectCustomer, switchingCustomer, transport } from '../../client/connection.ts';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { useMe } from '../../session/hooks.tsx';
import { reloadSession } from '../../session/session.ts';
import { selectedCustomer, sessionStore } from '../../session/session-store.ts';
import { iconSizes, sizes } from '../../theme.ts';
import { deniedStore } from '../access/denied-page.ts';
import classes from '../layout/Header.module.css';
import { shellAddresses } from '../routing/addresses.ts';
import { canOpen } from '../routing/first-page.ts';
import { currentHandle } from '../routing/navigation.ts';
import { confirmLeave } from '../routing/unsaved-changes.ts';

/** The companies of the session, and those that the server finds from two characters on. */
function useCompanies(search: string): { found: readonly CompanyRef[]; searching: boolean } {
  const { customers } = useMe();
  const [term] = useDebouncedValue(search.trim(), searchMs);
  const remote = useQuery({
    queryKey: ['shell', 'companies', term],
    enabled: term.length > 1,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ search: term, side: 'client', limit: '10', total: 'false' });
      return (await transport.send({ method: 'GET', path: '/company', query, signal, silent: true }))
        .data as CompanyRef[];
    },
  });
  const local = customers.filter((one) => fold(one.name).includes(fold(search)));
  const others = (remote.data ?? []).filter((one) => !local.some((company) => company.id === one.id));
  return { found: [...local, ...others], searching: remote.isFetching };
}

/** Selects the customer to act for. */
export function CustomerSwitch() {
  const t = useKitText();
  const me = useMe();
  const [search, setSearch] = useState('');
  const { found, searching } = useCompanies(search);
  const switching = useStore(switchingCustomer);
  const navigate = useNavigate();
  const combobox = useCombobox({
    onDropdownClose: () => {
      setSearch('');
      combobox.resetSelectedOption();
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const chosen = selectedCustomer();
  const name = chosen ? (me.company?.name ?? t('shell.customer')) : t('shell.allCustomers');
  const goOn = () => {
    const denied = deniedStore.get();
    // The page that the person came for, if it opens now.
    if (denied && denied.at === window.location.pathname && canOpen(denied.app, denied.page))
      return void navigate(denied.target, { replace: true });
    const handle = currentHandle();
    const now = sessionStore.get().me;
    if (handle && now && !canOpen(handle.app, handle.page)) void navigate(shellAddresses.main);
  };
  const choose = (value: string) => {
    combobox.closeDropdown();
    confirmLeave(() => void selectCustomer(value ? Number(value) : null, reloadSession).then(goOn));
  };
  return (
    <Combobox store={combobox} width={sizes.dropdown} position="bottom-start" onOptionSubmit={choose}>
      <Combobox.Target withAriaAttributes={false}>
        <UnstyledButton
          className={classes.customer}
          onClick={() => combobox.toggleDropdown()}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
        >
          {switching ? <Loader size={iconSizes.sm} /> : <IconBuilding size={iconSizes.sm} aria-hidden />}
          <span className={classes.customerName}>{name}</span>
          <IconSelector size={iconSizes.sm} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          maxLength={100}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('shell.findCustomer')}
          aria-label={t('shell.findCustomer')}
          rightSection={searching ? <Loader size={iconSizes.sm} /> : null}
        />
        <Combobox.Options>
          <div className={classes.options}>
            <Combobox.Option value="" active={!chosen}>
              {t('shell.allCustomers')}
            </Combobox.Option>
            {found.map((company) => (
              <Combobox.Option key={company.id} value={String(company.id)} active={company.id === chosen}>
                <Text size="sm">{company.name}</Text>
                <Text size="xs" c="dimmed">
                  {t(`companyTypes.${company.type}`)}
                </Text>
              </Combobox.Option>
            ))}
            {found.length === 0 && !searching && <Combobox.Empty>{t('shell.noCustomer')}</Combobox.Empty>}
          </div>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
