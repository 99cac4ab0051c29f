import { ActionIcon, Button, Group } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useAllRows } from '#core/places/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import type { ShownCounter } from '../../common/counter.ts';
import { api, type useText as TextHook, useText } from '../api.ts';
import { CounterForm } from './CounterForm.tsx';

/** The device or the gate that counts. */
const nameOf = ({ device, gate }: ShownCounter, t: ReturnType<typeof TextHook>): string =>
  device?.name ?? (gate === null ? '–' : t('counters.gate', { name: gate }));

type Props = {
  locationId: number;
  /** Shows nothing without counters, where none are needed. */
  ifAny?: boolean;
};
type Open = { form: ShownCounter | undefined } | { removed: ShownCounter };

/** What counts the vehicles of which group of a car park. */
export function CountersPanel({ locationId, ifAny = false }: Props) {
  const t = useText();
  const filter = { locationId: [String(locationId)] };
  const { rows, loading, error, retry } = useAllRows(api.counter.list, { filter });
  const { rows: groups } = useAllRows(api.group.list, { filter });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const on = { resource: locationId };
  const detailsOf = ({ groupId, direction, reversed }: ShownCounter): string =>
    [
      t('counters.counts', { group: groups.find(({ id }) => id === groupId)?.name ?? '…' }),
      t(`values.direction.${direction ?? 'both'}`),
      ...(reversed ? [t('counters.reversed')] : []),
    ].join(' · ');
  if (ifAny && rows.length === 0) return null;
  return (
    <Panel
      title={t('lists.counter')}
      aside={
        <Can access={api.counter.create.route.access} on={on}>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
            onClick={() => setOpen({ form: undefined })}
          >
            {t('counters.add')}
          </Button>
        </Can>
      }
    >
      {error && <FailedState onRetry={retry} />}
      {!error && !loading && (
        <WidgetRows calm={t('counters.none')}>
          {rows.map((row) => (
            <WidgetRow
              key={row.id}
              title={<bdi>{nameOf(row, t)}</bdi>}
              note={detailsOf(row)}
              aside={
                <Group gap="xs" wrap="nowrap">
                  <Can access={api.counter.update.route.access} on={on}>
                    <ActionIcon
                      aria-label={t('counters.editNamed', { name: nameOf(row, t) })}
                      onClick={() => setOpen({ form: row })}
                    >
                      <IconPencil size={iconSizes.md} aria-hidden />
                    </ActionIcon>
                  </Can>
                  <Can access={api.counter.remove.route.access} on={on}>
                    <ActionIcon
                      aria-label={t('counters.removeNamed', { name: nameOf(row, t) })}
                      onClick={() => setOpen({ removed: row })}
                    >
                      <IconTrash size={iconSizes.md} aria-hidden />
                    </ActionIcon>
                  </Can>
                </Group>
              }
            />
          ))}
        </WidgetRows>
      )}
      {open && 'form' in open && <CounterForm locationId={locationId} before={open.form} onClose={close} />}
      {open && 'removed' in open && <RemoveCounter counter={open.removed} onClose={close} />}
    </Panel>
  );
}

/** Removes a counter after a confirmation. */
function RemoveCounter({ counter, onClose }: { counter: ShownCounter; onClose(): void }) {
  const t = useText();
  const remove = useAction(api.counter.remove, {
    invalidates: [api.count.get, api.group.list, api.location.get],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t('counters.remove')}
      message={t('counters.removeText')}
      entityName={nameOf(counter, t)}
      confirmLabel={t('counters.remove')}
      pending={remove.pending}
      onConfirm={() => remove.run({ params: { id: counter.id } })}
      onCancel={onClose}
    />
  );
}
