import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { ForCompany } from '#core/places/web/parts.tsx';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { deleteRow } from '#platform/web/ui/list/rows/delete-row.ts';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import type { Codec } from '../../common/codec.ts';
import { api, newCodecAddress, useText } from '../api.ts';

const { ago, link, number } = columnsFor<Codec>();
const columns = [
  link('name', '/core/codecs/{id}'),
  { field: 'description', width: 3 } as const,
  number('active'),
  number('newest'),
  number('connectors'),
  ago('createdAt', { width: 1 }),
];
const rowActions = [{ ...deleteRow, access: api.codec.remove.route.access }];

/** The codecs of the selected company. */
export function CodecsPage() {
  return <ForCompany>{(companyId) => <Codecs key={companyId} companyId={companyId} />}</ForCompany>;
}

function Codecs({ companyId }: { companyId: number }) {
  const t = useText();
  const fixed = useMemo(() => ({ companyId }), [companyId]);
  const add = (
    <Can access={api.codec.create.route.access}>
      <Button component={Link} to={newCodecAddress} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('codec.add')}
      </Button>
    </Can>
  );
  return (
    <ListPage
      of={api.codec}
      fixed={fixed}
      columns={columns}
      rowActions={rowActions}
      action={add}
      empty="codec"
      emptyAction={add}
      exports
    />
  );
}
