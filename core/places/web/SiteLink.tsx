import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { canDo } from '#platform/common/permission-key.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';

import { siteAddress } from './addresses.ts';

type Site = { id: number; name: string };

/** The name of a site as a link to its page, for people who may open it. A row of a list takes the focus itself. */
export function SiteLink({ site, inRow = false }: { site: Site | null | undefined; inRow?: boolean }) {
  const permitted = usePermitted(canDo('structure.structure', 'read'));
  if (!site) return <>–</>;
  if (!permitted) return <bdi>{site.name}</bdi>;
  return (
    <Anchor component={Link} to={siteAddress(site.id)} inherit {...(inRow ? { tabIndex: -1 } : {})}>
      <bdi>{site.name}</bdi>
    </Anchor>
  );
}

type Sited = { structure: Site | null };

/** The site column of lists whose rows belong to a site. */
export const siteColumn = {
  field: 'structure',
  width: 1,
  render: (row: Sited): ReactNode => <SiteLink site={row.structure} inRow />,
  text: (row: Sited) => row.structure?.name,
} as const;
