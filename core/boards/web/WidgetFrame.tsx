import { Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { Suspense } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import type { BoardWidget } from '../common/board.ts';
import { useText } from './api.ts';
import classes from './Board.module.css';
import { isAvailable, type KnownWidget, widgetContent, widgetOf } from './registry.ts';
import { useScrolls } from './use-scrolls.ts';

type Props = { app: AppManifest; widget: Pick<BoardWidget, 'kind' | 'options'> };

/** The name of a widget in the texts of its slice; that of an unknown one is its kind. */
export function useWidgetName(kind: string): string {
  const known = widgetOf(kind);
  const { label } = useLabels(known?.slice.id ?? 'boards');
  return known ? label(`widgets.${kind}`) : kind;
}

/** A widget with its title. It has its final size while it loads. */
export function WidgetFrame({ app, widget }: Props) {
  return (
    <Suspense fallback={<Skeleton h="100%" radius="lg" aria-busy />}>
      <Frame app={app} widget={widget} />
    </Suspense>
  );
}

function Frame({ app, widget }: Props) {
  const name = useWidgetName(widget.kind);
  const { scrolls, below, ref } = useScrolls();
  const { bare, fills } = widgetOf(widget.kind)?.spec ?? {};
  const title = (
    <Title order={2} size="h3">
      {name}
    </Title>
  );
  return (
    <section className={classes.widget} data-bare={bare || undefined} data-widget={widget.kind} aria-label={name}>
      {bare ? <VisuallyHidden>{title}</VisuallyHidden> : title}
      {/* What scrolls is reached by keyboard. */}
      <div
        ref={ref}
        className={classes.content}
        data-fills={fills || undefined}
        data-below={below || undefined}
        {...(scrolls && { tabIndex: 0 })}
      >
        <WidgetContent app={app} widget={widget} />
      </div>
    </section>
  );
}

/** What a widget shows; a sentence for one that is unknown, unsupported, or not for this person. */
export function WidgetContent({ app, widget }: Props) {
  const t = useText();
  const known = widgetOf(widget.kind);
  const problem = !known
    ? 'unknown'
    : known.spec.unsupported
      ? 'unsupported'
      : isAvailable(known, app)
        ? null
        : 'unavailable';
  if (problem || !known)
    return (
      <Text size="sm" c="dimmed">
        {t(`widget.${problem ?? 'unknown'}`)}
      </Text>
    );
  return <Loaded app={app} widget={widget} known={known} />;
}

function Loaded({ app, widget, known }: Props & { known: KnownWidget }) {
  const Content = widgetContent(known);
  return (
    <Suspense fallback={<Skeleton h="100%" aria-busy />}>
      <Content app={app} options={widget.options} />
    </Suspense>
  );
}
