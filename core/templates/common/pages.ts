import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';

/** The usual paths of the pages of templates. */
export const templatePaths = {
  list: 'templates/list',
  create: 'templates/create',
  copy: 'templates/{id}/create',
  edit: 'templates/{id}/edit',
  details: 'templates/{id}/details',
} as const;

/** The pages of templates; `texts` names the slice of their titles. Components: `templateScreens` of the web parts. */
export function templatePages(app: string, texts: string): Page[] {
  const can = (action: string) => canDo(`${app}.template`, action);
  return [
    page('templates', { redirects: [templatePaths.list] }),
    page(templatePaths.list, { sidebar: 'templates', order: 23, icon: 'template', access: can('read'), texts }),
    page(templatePaths.create, { access: can('create'), texts }),
    page(templatePaths.copy, { access: can('create'), texts }),
    page(templatePaths.edit, { access: can('update'), texts }),
    page(templatePaths.details, { access: can('read'), texts }),
  ];
}
