import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { defcon } from '../app.ts';
import { policePages } from './police/pages.ts';

export const defconWeb = bindPages(defcon, { ...policePages });
