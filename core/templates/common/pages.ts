import type { AppManifest } from '#platform/common/define-app.ts';
import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';

/** Where an app may mount its templates; the first is usual. */
export const templatePaths = ['templates', 'devices-templates'] as const;
export type TemplatePath = (typeof templatePaths)[number];

/** The pages of templates; `texts` names the slice of their titles. Components: `templateScreens` of the web parts. */
export function templatePages(app: string, texts: string, path: TemplatePath = 'templates'): Page[] {
  const can = (action: string) => canDo(`${app}.template`, action);
  return [
    page(path, { redirects: [`${path}/list`] }),
    page(`${path}/list`, { sidebar: 'templates', order: 23, icon: 'template', access: can('read'), texts }),
    page(`${path}/create`, { access: can('create'), texts }),
    page(`${path}/{id}/create`, { access: can('create'), texts }),
    page(`${path}/{id}/edit`, { access: can('update'), texts }),
    page(`${path}/{id}/details`, { access: can('read'), texts }),
  ];
}

/** Where an app mounts its templates. */
export const templatePathOf = ({ pages }: Pick<AppManifest, 'pages'>): TemplatePath =>
  templatePaths.find((path) => pages.some((one) => one.path === `${path}/list`)) ?? 'templates';
