import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';

/** The pages of templates; `texts` names the slice of their titles. Components: `templateScreens` of the web parts. */
export function templatePages(app: string, texts: string): Page[] {
  const can = (action: string) => canDo(`${app}.template`, action);
  return [
    page('templates', { redirects: ['templates/list'] }),
    page('templates/list', { sidebar: 'devices', order: 23, icon: 'template', access: can('read'), texts }),
    page('templates/create', { access: can('create'), texts }),
    page('templates/{id}/create', { access: can('create'), texts }),
    page('templates/{id}/edit', { access: can('update'), texts }),
    page('templates/{id}/details', { access: can('read'), texts }),
  ];
}
