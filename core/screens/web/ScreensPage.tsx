import { Button } from '@mantine/core';
import { IconPencil, IconPhoto, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { useRowHistory } from '#platform/web/ui/history/History.tsx';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import type { ShownScreen } from '../common/screen.ts';
import { api, useText } from './api.ts';
import { EditPanel } from './EditPanel.tsx';
import { PairPanel, ReplacePanel } from './PairPanel.tsx';
import { PicturePanel } from './PicturePanel.tsx';
import { useScreenKinds } from './use-screen-kinds.ts';

const { ago, date } = columnsFor<ShownScreen>();

function useColumns(): Column<ShownScreen>[] {
  const kinds = useScreenKinds();
  return useMemo(() => {
    const shows = ({ app, kind }: ShownScreen) =>
      kinds.find((one) => one.app === app && one.kind === kind)?.label ?? `${app}.${kind}`;
    const site = ({ structure }: ShownScreen) => structure?.name ?? '';
    return [
      { field: 'name', width: 2 },
      { field: 'kind', width: 2, render: shows, text: shows },
      { field: 'structure', width: 2, render: site, text: site },
      ago('seenAt', { width: 1 }),
      date('pairedAt', { hidden: true }),
    ];
  }, [kinds]);
}

/** The screens of a company: what each shows, and when it was last seen. */
export function ScreensPage() {
  const t = useText();
  const [adding, setAdding] = useState(false);
  const [replaced, setReplaced] = useState<ShownScreen | null>(null);
  const [edited, setEdited] = useState<ShownScreen | null>(null);
  const [pictured, setPictured] = useState<ShownScreen | null>(null);
  const [removed, setRemoved] = useState<ShownScreen | null>(null);
  const history = useRowHistory<ShownScreen>(api.screen.history, ({ id }) => ({ id }), 'screens');
  const rowActions = useMemo(() => {
    const open = (set: (row: ShownScreen) => void) => (row: ShownScreen) => {
      set(row);
      return undefined;
    };
    return [
      history.action,
      rowAction<ShownScreen>('edit', {
        icon: IconPencil,
        access: api.screen.update.route.access,
        run: open(setEdited),
      }),
      rowAction<ShownScreen>('picture', {
        icon: IconPhoto,
        access: api.screen.pictureAddress.route.access,
        run: open(setPictured),
      }),
      rowAction<ShownScreen>('replace', {
        icon: IconRefresh,
        access: api.screen.replace.route.access,
        run: open(setReplaced),
      }),
      rowAction<ShownScreen>('delete', {
        icon: IconTrash,
        danger: true,
        access: api.screen.remove.route.access,
        run: open(setRemoved),
      }),
    ];
  }, [history.action]);
  const add = (
    <Can access={api.screen.create.route.access}>
      <Button leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={() => setAdding(true)}>
        {t('new')}
      </Button>
    </Can>
  );
  return (
    <>
      <ListPage
        of={api.screen}
        columns={useColumns()}
        filters={[]}
        rowActions={rowActions}
        namespace="screens"
        lead={t('lead')}
        action={add}
        empty="screen"
        emptyAction={add}
        exports
      />
      {adding && <PairPanel onClose={() => setAdding(false)} />}
      {edited && <EditPanel screen={edited} onClose={() => setEdited(null)} />}
      {pictured && <PicturePanel screen={pictured} onClose={() => setPictured(null)} />}
      {replaced && <ReplacePanel screen={replaced} onClose={() => setReplaced(null)} />}
      {removed && <RemoveDialog screen={removed} onClose={() => setRemoved(null)} />}
      {history.drawer}
    </>
  );
}

function RemoveDialog({ screen, onClose }: { screen: ShownScreen; onClose(): void }) {
  const t = useText();
  const remove = useAction(api.screen.remove, { invalidates: [api.screen.list], onDone: onClose, onError: onClose });
  return (
    <ConfirmDialog
      opened
      title={t('remove.title')}
      message={t('remove.text')}
      entityName={screen.name}
      pending={remove.pending}
      onConfirm={() => remove.run({ params: { id: screen.id } })}
      onCancel={onClose}
    />
  );
}
