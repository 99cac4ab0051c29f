import { Navigate, useSearchParams } from 'react-router';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import { pagesOf } from './alarm-pages.ts';

/** Leads to the list of all classes, filtered by the class of the address. Mails and bookmarks use these addresses. */
export function ClassAlarmsPage() {
  const [params] = useSearchParams();
  const { app, page, name, history } = pagesOf(usePageHandle());
  const next = new URLSearchParams(params);
  if (name) next.set('class', name);
  const to = page.path === history ? app.alarmPages?.history : app.alarmPages?.open;
  return <Navigate to={`${app.web}/${to}?${next}`} replace />;
}
