import { Button, Text } from '@mantine/core';
import type { AppManifest } from '#platform/common/define-app.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { useText } from '../api.ts';
import classes from '../Board.module.css';
import { type KnownWidget, widgetsFor } from '../registry.ts';
import { useWidgetName } from '../WidgetFrame.tsx';

type Props = { app: AppManifest; onAdd(widget: KnownWidget): void; onClose(): void };

/** The widgets that can be added; unsupported ones are listed, but cannot be added. */
export function AddWidgetPanel({ app, onAdd, onClose }: Props) {
  const t = useText();
  return (
    <SidePanel title={t('edit.add')} onClose={onClose}>
      <ul className={classes.list}>
        {widgetsFor(app).map((widget) => (
          <Choice key={widget.kind} widget={widget} onAdd={() => onAdd(widget)} />
        ))}
      </ul>
    </SidePanel>
  );
}

function Choice({ widget: { kind, spec }, onAdd }: { widget: KnownWidget; onAdd(): void }) {
  const t = useText();
  const name = useWidgetName(kind);
  return (
    <li className={classes.row} data-unsupported={spec.unsupported}>
      <div>
        <Text fw={550}>{name}</Text>
        {spec.unsupported && <Text size="sm">{t('widget.unsupported')}</Text>}
      </div>
      <Button
        size="xs"
        variant="default"
        disabled={spec.unsupported ?? false}
        aria-label={t('edit.addOne', { name })}
        onClick={onAdd}
      >
        {t('edit.addButton')}
      </Button>
    </li>
  );
}
