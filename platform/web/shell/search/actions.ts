import type { AppManifest, Page } from '#platform/common/define-app.ts';

/** Pages that begin something new, such as `structures/create`. The palette offers them as actions. */
export const isAction = ({ path }: Pick<Page, 'path'>): boolean => /(?:^|\/)(?:create|add)$/.test(path);

/** The pages that the palette offers by name: of the main layout, without parameters and not saved filters of others. */
export const namedPages = (app: AppManifest, canOpen: (app: AppManifest, page: Page) => boolean): Page[] =>
  app.pages.filter(
    (page) =>
      !page.redirects && !page.savedFilter && page.layout === 'main' && !page.path.includes('{') && canOpen(app, page),
  );
