import { reports } from '../app.ts';

/** The addresses of the pages of reports. */
export const addresses = {
  list: `${reports.web}/list`,
  create: `${reports.web}/create`,
  /** A report that begins with the sections of a starter. */
  starter: (key: string) => `${reports.web}/create?starter=${key}`,
  edit: (id: number) => `${reports.web}/edit/${id}`,
  run: (id: number) => `${reports.web}/run/${id}`,
  verify: (code: string) => `/verify/${code}`,
};

/** The query of the list with the history of a report; other parameters are kept. */
export function historySearch(params: URLSearchParams, id: number | null): string {
  const next = new URLSearchParams(params);
  if (id === null) next.delete('report');
  else next.set('report', String(id));
  return `?${next}`;
}
