import { Button, Checkbox, Group, Select, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { CountryAndCity } from '#core/countries/web/parts.tsx';
import type { RowOf } from '#platform/common/define-entity.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { address } from '../common/address.ts';
import { api, useText } from './api.ts';

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once the addresses are there
  useEffect(() => {
    if (data && !chosen && (first || value !== null)) onChange(first?.id ?? null);
  }, [data]);
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
        <NewAddress
          companyId={companyId}
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            setAdding(false);
            onChange(id);
          }}
        />
      )}
    </div>
  );
}

type Address = Pick<RowOf<typeof address>, 'recipient' | 'building' | 'unit' | 'street' | 'area' | 'code' | 'phone'>;

/** An address on one line. */
const addressText = ({ recipient, building, unit, street, area, code, phone }: Address, comma: string): string =>
  [recipient, building, unit, street, area, code, phone].filter(Boolean).join(comma);

const fields = address.fields.omit({ location: true });

function NewAddress({
  companyId,
  onClose,
  onAdded,
}: {
  companyId: number;
  onClose(): void;
  onAdded(id: number): void;
}) {
  const t = useText();
  const create = useAction(api.address.create, { onDone: ({ id }) => onAdded(id) });
  const form = useEntityForm(fields, {
    namespace: 'market',
    initial: {
      label: '',
      recipient: '',
      phone: '',
      countryId: null,
      cityId: null,
      area: '',
      street: '',
      building: '',
      unit: '',
      code: '',
      note: '',
      isDefault: false,
    },
    save: (body) => create.ask({ params: { companyId }, body }),
  });
  return (
    <SidePanel title={t('newAddress')} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <TextInput {...form.field('label')} description={t('labelHint')} data-autofocus />
        <TextInput {...form.field('recipient')} />
        <TextInput {...form.field('phone')} type="tel" dir="ltr" placeholder="+971 50 123 4567" />
        <CountryAndCity country={form.field('countryId')} city={form.field('cityId')} />
        <TextInput {...form.field('area')} />
        <TextInput {...form.field('street')} />
        <TextInput {...form.field('building')} />
        <TextInput {...form.field('unit')} />
        <TextInput {...form.field('code')} description={t('codeHint')} dir="ltr" />
        <TextInput {...form.field('note')} />
        <Checkbox {...form.field('isDefault', 'checkbox')} />
      </EntityForm>
    </SidePanel>
  );
}
