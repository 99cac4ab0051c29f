import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';

/** The pages of templates. Components: `templatePages` of the web parts. */
export function templatePages(app: string): Page[] {
  const texts = 'templates';
  const can = (action: string) => canDo(`${app}.template`, action);
  return [
    page('templates', { redirects: ['templates/list'] }),
    page('templates/list', { sidebar: 'devices', order: 22, icon: 'template', access: can('read'), texts }),
    page('templates/create', { access: can('create'), texts }),
    page('templates/{id}/create', { access: can('create'), texts }),
    page('templates/{id}/edit', { access: can('update'), texts }),
    page('templates/{id}/details', { access: can('read'), texts }),
  ];
}
