import type { BatterySpec } from '#core/devices/common/battery-forecast.ts';
import type { ModelSetting, ReportInterval } from '#core/devices/common/models/model-settings.ts';
import type { Reporting } from '#core/devices/common/models/reporting.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { usualAddress } from '#platform/common/pages/placed-pages.ts';
import { type Client, clientOf, type Endpoint, type ReplyPage } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import { templatePaths } from '../common/pages.ts';
import type { templateRoutes } from '../common/template.ts';

type Routes = { template: ReturnType<typeof templateRoutes> };
export type TemplateCalls = Client<Routes>['template'];
const calls = mountedCalls<Routes>('template');
/** An app with the calls and addresses of its templates. */
export type TemplateSource = {
  app: AppManifest;
  calls: TemplateCalls;
  addresses: {
    list: string;
    create: string;
    starter(hardwareId: number): string;
    copy(id: number): string;
    edit(id: number): string;
    details(id: number): string;
  };
};

const cached = new WeakMap<AppManifest, TemplateSource>();

/** Returns the same object each time. */
export function templateSource(app: AppManifest): TemplateSource {
  const at = (page: keyof typeof templatePaths, id?: number) =>
    usualAddress(app, templatePaths[page], id === undefined ? {} : { id });
  const source = cached.get(app) ?? {
    app,
    calls: calls.of(app).template,
    addresses: {
      list: at('list'),
      create: at('create'),
      starter: (hardwareId) => `${at('create')}?model=${hardwareId}`,
      copy: (id) => at('copy', id),
      edit: (id) => at('edit', id),
      details: (id) => at('details', id),
    },
  };
  cached.set(app, source);
  return source;
}

/** The templates of the current page's app. Throws outside of an app. */
export function useTemplateSource(): TemplateSource {
  const app = usePageHandle()?.app;
  if (!app) throw new Error('A page of templates stands in an app that mounts them');
  return templateSource(app);
}

/** A hardware model as the catalogue of the app answers it. */
export type Model = {
  id: number;
  solutionId: number;
  name: { en: string; ar: string };
  sensors: { name: string }[];
  reportEverySeconds: number;
  reporting?: Reporting | null;
  interval: ReportInterval | null;
  settings: Record<string, ModelSetting>;
  battery: BatterySpec | null;
};

const noModels: readonly Model[] = [];

/** The hardware models of an app. */
export function useTemplateModels(app: AppManifest): readonly Model[] {
  const call = Object.values(clientOf(app))
    .flatMap((set) => Object.values(set))
    .find(({ route }) => route.path === '/hardware');
  const query = useData(
    call as Endpoint,
    {},
    { staleTime: Number.POSITIVE_INFINITY, silent: true, enabled: call !== undefined },
  );
  return (query.data as ReplyPage<Model> | undefined)?.data ?? noModels;
}
