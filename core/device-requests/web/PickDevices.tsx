import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useDevicesInStock } from '#core/inventory/web/parts.tsx';
import { searchMs } from '#platform/common/list.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { useText } from './api.ts';
import classes from './DeviceRequests.module.css';

type Props = {
  name: string;
  hardwareId: number;
  /** The largest number that may be picked. */
  most: number;
  pending: boolean;
  onPicked(ids: number[]): void;
};

/** Picks devices of a model in stock, the oldest first. */
export function PickDevices({ name, hardwareId, most, pending, onPicked }: Props) {
  const t = useText();
  const [search, setSearch] = useState('');
  const [term] = useDebouncedValue(search, searchMs);
  const found = useDevicesInStock(hardwareId, term);
  const [picked, setPicked] = useState<readonly number[]>([]);
  return (
    <Stack gap="xs" mt="sm">
      <TextInput
        type="search"
        aria-label={t('allocate.search')}
        placeholder={t('allocate.search')}
        value={search}
        maxLength={100}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.data ? (
        <fieldset className={classes.picks} aria-label={t('allocate.pickOf', { name })}>
          {found.data.data.map(({ id, serial, createdAt }) => (
            <Checkbox
              key={id}
              label={
                <>
                  <Bdi>{serial}</Bdi> · <Ago at={createdAt} />
                </>
              }
              checked={picked.includes(id)}
              disabled={!picked.includes(id) && picked.length >= most}
              onChange={({ currentTarget: { checked } }) =>
                setPicked((before) => (checked ? [...before, id] : before.filter((one) => one !== id)))
              }
            />
          ))}
        </fieldset>
      ) : (
        <QueryBoundary of={found} height={120} />
      )}
      <div>
        <Button disabled={picked.length === 0} loading={pending} onClick={() => onPicked([...picked])}>
          {t('allocate.picked')}
        </Button>
      </div>
    </Stack>
  );
}
