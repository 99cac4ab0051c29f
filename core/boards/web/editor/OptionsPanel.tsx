import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { WidgetOptions } from '#platform/web/shell/routing/bind-pages.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { useText } from '../api.ts';
import type { EditedWidget } from '../layout.ts';
import { widgetOf, widgetOptionsForm } from '../registry.ts';
import { useWidgetName } from '../WidgetFrame.tsx';

type Props = {
  app: AppManifest;
  widget: EditedWidget;
  onChange(options: WidgetOptions): void;
  onClose(): void;
};

/** The options of a widget; each change is shown at once. */
export function OptionsPanel({ app, widget, onChange, onClose }: Props) {
  const t = useText();
  const known = widgetOf(widget.kind);
  const name = useWidgetName(widget.kind);
  const part = useQuery({
    queryKey: ['boards', 'options', widget.kind],
    // A query has a value, also for a widget without options.
    queryFn: async () => ({ Options: known && !known.spec.unsupported ? await widgetOptionsForm(known) : undefined }),
  });
  const Options = part.data?.Options;
  return (
    <SidePanel title={t('edit.options', { name })} onClose={onClose}>
      {part.isPending ? (
        <Skeleton h={200} />
      ) : Options ? (
        // A slice may load the form of a widget's options later than its others.
        <Suspense fallback={<Skeleton h={200} />}>
          <Options app={app} options={widget.options} onChange={onChange} />
        </Suspense>
      ) : (
        <Text c="dimmed">{t('edit.noOptions')}</Text>
      )}
    </SidePanel>
  );
}
