import { Button, Group, Transition } from '@mantine/core';
import { useState } from 'react';
import { anyAccount } from '#platform/common/access.ts';
import { notify } from '../../../client/notices.ts';
import { ofNamespace, useKitText, useLabels } from '../../../i18n/texts.ts';
import { Can } from '../../../session/hooks.tsx';
import { iconSizes, meaningColors } from '../../../theme.ts';
import classes from '../ListPage.module.css';
import type { AnyRow } from '../table/columns.tsx';
import type { BulkAction } from './row-actions.tsx';

type Props = {
  namespace: string;
  rows: AnyRow[];
  count: number;
  actions: readonly BulkAction<AnyRow>[];
  onClear(): void;
  onDone(): void;
  /** Asks for confirmation, then deletes the selected rows. */
  onRemove(rows: AnyRow[]): void;
};

/** The bar of selected rows: their number, the bulk actions, and the button to clear the selection. */
export function SelectionBar({ namespace, rows, count, actions, onClear, onDone, onRemove }: Props) {
  const t = useKitText();
  return (
    <Transition mounted={count > 0} transition="slide-up">
      {(style) => (
        <section className={classes.selection} style={style} aria-label={t('list.selectedRows', { count })}>
          <strong role="status">{t('list.selectedRows', { count })}</strong>
          <Group gap="xs" ms="auto">
            {actions.map((action) => (
              <Can key={action.key} access={action.access ?? anyAccount}>
                <BulkButton action={action} namespace={namespace} rows={rows} onDone={onDone} onRemove={onRemove} />
              </Can>
            ))}
            <Button variant="default" size="xs" onClick={onClear}>
              {t('list.deselectAll')}
            </Button>
          </Group>
        </section>
      )}
    </Transition>
  );
}

function BulkButton({
  action,
  namespace,
  rows,
  onDone,
  onRemove,
}: Pick<Props, 'namespace' | 'rows' | 'onDone' | 'onRemove'> & { action: BulkAction<AnyRow> }) {
  const t = useKitText();
  const { label } = useLabels(namespace);
  const [busy, setBusy] = useState(false);
  const run = () => {
    if (action.removes) return onRemove(rows);
    setBusy(true);
    Promise.resolve(action.run?.(rows))
      .then(() => {
        if (action.updates) notify({ kind: 'success', message: t('notifications.rowsUpdated') });
      })
      .then(onDone, onDone)
      .finally(() => setBusy(false));
  };
  return (
    <Button
      size="xs"
      {...(action.danger ? { color: meaningColors.danger } : {})}
      loading={busy}
      onClick={run}
      leftSection={<action.icon size={iconSizes.sm} aria-hidden />}
    >
      {label(ofNamespace(action.namespace, `actions.${action.key}`))}
    </Button>
  );
}
