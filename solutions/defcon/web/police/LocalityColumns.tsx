import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Column } from '#platform/web/ui/list/table/columns.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';

import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { ShownLocality } from '../../common/police/locality.ts';
import { useText } from '../texts.ts';
import { usePoliceName } from './use-police-name.ts';

export const localityTones = { active: 'good', inactive: 'none' } as const;

/** The columns of headquarters and stations; `to` leads from the name. */
export function useLocalityColumns(to: (row: ShownLocality) => string | null): Column<ShownLocality>[] {
  const t = useText();
  const nameOf = usePoliceName();
  const name = (row: ShownLocality) => {
    const address = to(row);
    const text = <bdi>{nameOf(row)}</bdi>;
    return address === null ? (
      text
    ) : (
      <Anchor component={Link} to={address}>
        {text}
      </Anchor>
    );
  };
  return [
    { field: 'name', width: 3, render: name, text: nameOf },
    {
      field: 'code',
      name: 'policeCode',
      width: 1,
      sortable: true,
      render: ({ code }) => <Bdi>{code}</Bdi>,
      text: ({ code }) => code,
    },
    {
      field: 'phone',
      width: 2,
      render: ({ phone }) => (phone ? <Anchor href={`tel:${phone}`}>{<Bdi>{phone}</Bdi>}</Anchor> : '–'),
      text: ({ phone }) => phone,
    },
    {
      field: 'premises',
      width: 1,
      render: ({ premises }) => <Bdi>{premises ?? '–'}</Bdi>,
      text: ({ premises }) => premises,
    },
    {
      field: 'status',
      name: 'policeStatus',
      width: 1,
      render: ({ status }) => <StatusChip value={status} field="policeStatus" tones={localityTones} />,
      text: ({ status }) => t(`values.policeStatus.${status}`),
    },
  ];
}
