import { Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useList } from '#platform/web/client/hooks.ts';
import { Loading } from '#platform/web/shell/layout/Loading.tsx';
import { SearchBox } from '#platform/web/ui/list/Toolbar.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { devicesMapAddress, pairingAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { carParks } from './kept-bays.ts';
import classes from './Pairing.module.css';

/** Where sensors are paired with bays: the newest car parks, or those that are searched. */
export function ChooseCarPark() {
  const t = useText();
  const [search, setSearch] = useState('');
  const list = useList(api.location.list, search ? { ...carParks, search } : carParks);
  return (
    <PageFrame title={t('pair.title')} parents={[{ label: t('pages.devices-map'), to: devicesMapAddress }]}>
      <Stack gap="sm">
        <Text c="dimmed">{t('pair.choose')}</Text>
        <SearchBox value={search} busy={list.fetching} onSearch={setSearch} />
        {list.error && list.rows.length === 0 ? (
          <FailedState error={list.error} onRetry={list.retry} />
        ) : list.loading ? (
          <Loading />
        ) : list.rows.length === 0 ? (
          <EmptyState drawing="list" title={t('empty.location.title')} text={t('empty.location.text')} />
        ) : (
          <ul className={classes.bays}>
            {list.rows.map(({ id, name, total }) => (
              <li key={id}>
                <UnstyledButton component={Link} to={pairingAddress(id)} className={classes.bay}>
                  <span className={classes.what}>
                    <bdi className={classes.name}>{name}</bdi>
                    <span className={classes.more}>{t('pair.bays', { count: total })}</span>
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </PageFrame>
  );
}
