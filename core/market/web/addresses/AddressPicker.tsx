import { Button, Group, Select, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { address } from '../../common/address.ts';
import { api, useText } from '../api.ts';
import { AddressForm, addressText } from './AddressForm.tsx';

type Props = { companyId: number; value: number | null; onChange(id: number | null): void; error?: string | null };

/** The delivery addresses of a company, and a new one. The default one is chosen to begin with. */
export function AddressPicker({ companyId, value, onChange, error }: Props) {
  const t = useText();
  const [adding, setAdding] = useState(false);
  const { data } = useData(
    api.address.list,
    { params: { companyId }, list: { limit: 50, total: false } },
    { silent: true },
  );
  const addresses = data?.data ?? [];
  const chosen = addresses.find(({ id }) => id === value);
  const first = addresses.find(({ isDefault }) => isDefault) ?? (addresses.length === 1 ? addresses[0] : undefined);
  // A choice kept in the URL would cancel a navigation to another page that is still loading.
  const leaving = useNavigation().state !== 'idle';
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once the addresses are there
  useEffect(() => {
    if (data && !leaving && !chosen && (first || value !== null)) onChange(first?.id ?? null);
  }, [data, leaving]);
  return (
    <div>
      <Group align="end" gap="xs" wrap="nowrap">
        <Select
          flex={1}
          label={t('deliverTo')}
          placeholder={addresses.length === 0 ? t('noAddress') : t('chooseAddress')}
          data={addresses.map(({ id, label }) => ({ value: String(id), label }))}
          value={chosen ? String(chosen.id) : null}
          onChange={(next) => onChange(next ? Number(next) : null)}
          allowDeselect={false}
          error={error}
        />
        <Can access={address.can('create')}>
          <Button
            variant="default"
            leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('newAddress')}
          </Button>
        </Can>
      </Group>
      {chosen && (
        <Text size="sm" c="dimmed" mt={4}>
          <bdi>{addressText(chosen, t('comma'))}</bdi>
        </Text>
      )}
      {adding && (
        <AddressForm
          companyId={companyId}
          onClose={() => setAdding(false)}
          onSaved={(id) => {
            setAdding(false);
            onChange(id);
          }}
        />
      )}
    </div>
  );
}
