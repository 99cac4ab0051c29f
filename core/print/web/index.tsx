import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { print } from '../app.ts';
import { explanation } from './print-pages.ts';

export const printWeb = bindPages(print, { 'error-page': explanation });
