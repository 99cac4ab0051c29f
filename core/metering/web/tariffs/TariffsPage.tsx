import { Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { useRowHistory } from '#platform/web/ui/history/History.tsx';
import type { Filter } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { utilities } from '../../common/manifest.ts';
import type { Tariff } from '../../common/tariff.ts';
import { newTariffAddress, tariffAddress } from '../addresses.ts';
import { useBillFormats } from '../bills/use-bill-formats.ts';
import { useText } from '../texts.ts';
import { useMetering } from '../use-metering.ts';

const { ago, code, link } = columnsFor<Tariff>();
const filters: Filter<'utility' | 'currency'>[] = [{ field: 'utility', kind: 'select', options: [...utilities] }];

/** The tariffs of the selected company. */
export function TariffsPage() {
  const { app, calls } = useMetering();
  const columns = useColumns(`${app.web}/tariffs/edit/{id}`);
  const history = useRowHistory<Tariff>(calls.tariff.history, ({ id }) => ({ id }), 'metering');
  const rowActions = useMemo(
    () => [
      rowAction<Tariff>('edit', {
        icon: IconPencil,
        access: calls.tariff.update.route.access,
        to: ({ id }) => tariffAddress(app, id),
      }),
      history.action,
    ],
    [app, calls, history.action],
  );
  return (
    <>
      <ListPage
        of={{ list: calls.tariff.list }}
        namespace="metering"
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        exports
        action={<AddTariff />}
        empty="tariff"
        emptyAction={<AddTariff />}
      />
      {history.drawer}
    </>
  );
}

function useColumns(address: string): Column<Tariff>[] {
  const t = useText();
  const { number, month } = useBillFormats();
  return useMemo(
    () => [
      link('localizedName', address, { name: 'nameEn', width: 3 }),
      {
        field: 'example',
        render: ({ example }) => (example ? <ToneChip tone="ok">{t('tariff.example')}</ToneChip> : null),
        text: ({ example }) => (example ? t('tariff.example') : ''),
      },
      {
        field: 'utility',
        render: ({ utility }) => t(`values.utility.${utility}`),
        text: ({ utility }) => t(`values.utility.${utility}`),
      },
      code('unit'),
      code('currency'),
      { field: 'validFrom', render: ({ validFrom }) => month(validFrom) },
      {
        field: 'assignments',
        numeric: true,
        render: ({ assignments }) => number(assignments.length),
        text: ({ assignments }) => assignments.length,
      },
      ago('createdAt', { hidden: true }),
    ],
    [address, t, number, month],
  );
}

function AddTariff() {
  const t = useText();
  const { app, calls } = useMetering();
  return (
    <Can access={calls.tariff.create.route.access}>
      <Button component={Link} to={newTariffAddress(app)} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('tariff.add')}
      </Button>
    </Can>
  );
}
