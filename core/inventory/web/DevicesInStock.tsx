import { IconUserShare } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type BulkAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import type { DeviceInStock } from '../common/stock.ts';
import { api } from './api.ts';
import { ChangeDeviceOwner } from './ChangeDeviceOwner.tsx';

const { ago, code } = columnsFor<DeviceInStock>();
const columns = [code('serial', { width: 2, sortable: false }), 'name', ago('createdAt', { width: 1 })] as const;
const live = { topics: ['devices'] };

/** The devices of a model in the inventory of the current company; they can be given to clients. */
export function DevicesInStock({ hardwareId }: { hardwareId: number }) {
  const [given, setGiven] = useState<readonly DeviceInStock[] | null>(null);
  const fixed = useMemo(() => ({ hardwareId: String(hardwareId) }), [hardwareId]);
  const { rowActions, bulkActions } = useMemo(() => {
    const action = { icon: IconUserShare, access: api.deviceOwner.change.route.access };
    const bulk: BulkAction<DeviceInStock> = { key: 'changeOwner', ...action, run: async (rows) => setGiven(rows) };
    return {
      bulkActions: [bulk],
      rowActions: [rowAction<DeviceInStock>('changeOwner', { ...action, run: async (row) => setGiven([row]) })],
    };
  }, []);
  return (
    <>
      <ListView
        of={{ list: api.stock.list }}
        table="devices_stock_model"
        fixed={fixed}
        columns={columns}
        rowActions={rowActions}
        bulkActions={bulkActions}
        exports
        empty="inventory"
        live={live}
      />
      {given && <ChangeDeviceOwner items={given} onClose={() => setGiven(null)} />}
    </>
  );
}
