import { canDo } from '#platform/common/permission-key.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import type { PageTab } from '#platform/web/ui/page/PageFrame.tsx';
import { useText } from '../text.ts';
import { addresses } from './own-company.ts';

/** Companies and requests are two tabs of one page. */
export function useCompanyTabs(): PageTab[] {
  const t = useText();
  const reads = usePermitted(canDo('company.request', 'read'));
  const asks = usePermitted(canDo('company.request', 'create'));
  return [
    { label: t('companies.all'), to: addresses.list },
    ...(reads ? [{ label: t('pages.companies-list-requests'), to: addresses.requests }] : []),
    ...(asks ? [{ label: t('pages.companies-list-recommended'), to: addresses.recommended }] : []),
  ];
}
