import { Button, Group, NumberInput, Select, Stack, Switch, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { materialUnits } from '../../common/visits/records.ts';
import type { VisitSheet } from '../../common/visits/visit.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { trapLabel, waitingVisit } from './visit-lines.ts';

const schema = z.object({
  deviceId: z.string().nullable(),
  product: requiredText(120),
  registration: requiredText(40).nullable(),
  batch: requiredText(40).nullable(),
  amount: z.number('enterANumber').min(0, 'outOfRange').max(100_000, 'outOfRange'),
  unit: z.enum(materialUnits),
  toxic: z.boolean(),
});

/** The products of a visit. A toxic one needs its registration and batch, and is refused at sites free of poison. */
export function Materials({ sheet, mayWork }: { sheet: VisitSheet; mayWork: boolean }) {
  const t = useText();
  const { number, date } = useFormats();
  const [opened, setOpened] = useState(false);
  const { materials, traps } = sheet;
  const trapOf = (id: number | null) => {
    const trap = traps.find((one) => one.id === id);
    return trap ? trapLabel(trap) : t('wholeSite');
  };
  return (
    <Stack gap="sm">
      {mayWork && (
        <Group>
          <Button variant="default" onClick={() => setOpened(true)}>
            {t('addMaterial')}
          </Button>
        </Group>
      )}
      {materials.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('noMaterials')}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={600}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {(['product', 'amount', 'trap', 'registration', 'batch', 'at'] as const).map((column) => (
                  <Table.Th key={column}>{t(`columns.${column}`)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {materials.map((one) => (
                <Table.Tr key={one.id}>
                  <Table.Td>
                    {one.product}
                    {one.toxic && (
                      <Text size="xs" c="dimmed">
                        {t('fields.toxic')}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    {one.amount === 0 ? (
                      t('takenAway')
                    ) : (
                      <Bdi>{`${number(one.amount)} ${t(`values.unit.${one.unit}`)}`}</Bdi>
                    )}
                  </Table.Td>
                  <Table.Td>{trapOf(one.deviceId)}</Table.Td>
                  <Table.Td>{one.registration ?? '–'}</Table.Td>
                  <Table.Td>{one.batch ?? '–'}</Table.Td>
                  <Table.Td>{date(one.at)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {opened && <MaterialForm sheet={sheet} onClose={() => setOpened(false)} />}
    </Stack>
  );
}

function MaterialForm({ sheet: { visit, traps, poisonFree }, onClose }: { sheet: VisitSheet; onClose(): void }) {
  const t = useText();
  // One that is sent again after a fault is the same one.
  const [clientId] = useState(() => crypto.randomUUID());
  const add = useAction(api.visit.material, {
    keeps: () => ({ title: t('addMaterial'), record: visit.number, of: waitingVisit(visit.id) }),
  });
  const form = useEntityForm(schema, {
    namespace: 'rodent',
    initial: { deviceId: null, product: '', registration: '', batch: '', amount: '', unit: 'g', toxic: false },
    save: ({ deviceId, ...values }) =>
      add.ask({
        params: { id: visit.id },
        body: {
          ...values,
          clientId,
          at: new Date().toISOString(),
          deviceId: deviceId === null ? null : Number(deviceId),
        },
      }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('addMaterial')} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <TextInput {...form.field('product')} data-autofocus />
        <Select
          {...form.field('deviceId')}
          data={traps.map((trap) => ({ value: String(trap.id), label: trapLabel(trap) }))}
          placeholder={t('wholeSite')}
          searchable
          clearable
        />
        <Group grow align="start">
          <NumberInput {...form.field('amount')} description={t('amountHint')} min={0} decimalScale={3} />
          <Select
            {...form.field('unit')}
            description=" "
            data={materialUnits.map((value) => ({ value, label: t(`values.unit.${value}`) }))}
            allowDeselect={false}
          />
        </Group>
        <Switch
          {...form.field('toxic', 'checkbox')}
          disabled={poisonFree}
          description={poisonFree ? t('poisonFreeSite') : undefined}
        />
        <TextInput {...form.field('registration')} />
        <TextInput {...form.field('batch')} />
      </EntityForm>
    </SidePanel>
  );
}
