import { type ComponentType, createElement } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { loadTexts } from '#platform/web/i18n/i18n.ts';
import { currentDenial, registeredApps } from '#platform/web/session/session.ts';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import { boundApps } from '#platform/web/shell/layout/shell-parts.ts';
import type { WidgetPart, WidgetProps } from '#platform/web/shell/routing/bind-pages.ts';
import { isOffered } from '#platform/web/shell/routing/first-page.ts';
import { boards } from '../app.ts';
import type { BoardWidget } from '../common/board.ts';
import type { WidgetSpec } from '../common/manifest.ts';
import { arranged } from './layout.ts';

export type KnownWidget = { kind: string; spec: WidgetSpec; slice: AppManifest };

const allWidgets = (): KnownWidget[] =>
  registeredApps().flatMap((slice) =>
    Object.entries(slice.widgets ?? {}).map(([kind, spec]) => ({ kind, spec, slice })),
  );

export const widgetOf = (kind: string): KnownWidget | undefined => allWidgets().find((one) => one.kind === kind);

const placeOf = (app: AppManifest): WidgetSpec['place'] => (app.id === boards.id ? 'overview' : 'app');

/** Whether the person may add the widget to boards of the app: its call exists, is allowed, and the widget is offered. */
export function isAvailable({ spec, slice }: KnownWidget, app: AppManifest): boolean {
  const { id, routes } = spec.place === 'overview' ? slice : app;
  if (spec.offered && currentDenial(spec.offered) !== null) return false;
  if (!spec.call) return true;
  const [set = '', name = ''] = spec.call.split('.');
  const route = routes[set]?.[name];
  return route !== undefined && currentDenial(route.access, { app: id }) === null;
}

/** The widgets that the person may add to boards of the app, with unsupported ones, which cannot be added. */
export const widgetsFor = (app: AppManifest): KnownWidget[] =>
  allWidgets().filter((one) => one.spec.place === placeOf(app) && !one.spec.banner && isAvailable(one, app));

const byOrder = (widgets: readonly KnownWidget[]) =>
  widgets.filter(({ spec }) => spec.order !== undefined).sort((a, b) => (a.spec.order ?? 0) - (b.spec.order ?? 0));

export const initialSize = ({ size, initial }: WidgetSpec) => initial ?? size;

/** The default board of the person. */
export const defaultWidgets = (app: AppManifest): BoardWidget[] =>
  arranged(byOrder(widgetsFor(app)).map(({ kind, spec }) => ({ kind, size: initialSize(spec) })));

/** The widgets above the default board of the person. */
export const bannersFor = (app: AppManifest): KnownWidget[] =>
  byOrder(allWidgets().filter((one) => one.spec.banner && one.spec.place === placeOf(app) && isAvailable(one, app)));

const parts = new Map<string, Promise<WidgetPart>>();

/** Loads the components of a widget with the texts of its slice and of the apps that it mentions. */
function loadPart({ kind, slice }: KnownWidget): Promise<WidgetPart> {
  const cached = parts.get(kind);
  if (cached) return cached;
  const load = async (): Promise<WidgetPart> => {
    const bound = boundApps().find(({ app }) => app.id === slice.id);
    const apps = registeredApps().filter((app) => app.kind === 'solution' && isOffered(app));
    const [module] = await Promise.all([
      bound?.parts.widgets?.(),
      loadTexts([slice.id, ...slice.needs, ...apps.map(({ id }) => id)]),
    ]);
    const part = module?.widgets[kind];
    if (!part) throw new Error(`${slice.id} declares the widget "${kind}", but binds no component`);
    return part;
  };
  const loading = load();
  // A chunk that could not be loaded is requested again.
  loading.catch(() => parts.delete(kind));
  parts.set(kind, loading);
  return loading;
}

const contents = new Map<string, ComponentType<WidgetProps>>();

/** A slice may load the content of a widget later than its others; a lazy component cannot resolve to another one. */
async function contentIn(widget: KnownWidget): Promise<ComponentType<WidgetProps>> {
  const { Content } = await loadPart(widget);
  return (props) => createElement(Content, props);
}

/** The content of a widget, loaded when it is first rendered. Returns the same component each time. */
export function widgetContent(widget: KnownWidget): ComponentType<WidgetProps> {
  const content = contents.get(widget.kind) ?? lazyPart(() => contentIn(widget));
  contents.set(widget.kind, content);
  return content;
}

/** The form of a widget's options; undefined if it has none. */
export const widgetOptionsForm = async (widget: KnownWidget): Promise<WidgetPart['Options']> =>
  (await loadPart(widget)).Options;
