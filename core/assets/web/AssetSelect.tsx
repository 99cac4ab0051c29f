import type { ComponentProps } from 'react';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { api } from './api.ts';

type Props = Omit<ComponentProps<typeof SearchSelect>, 'of' | 'params' | 'filter'> & { companyId: number };

/** Selects an asset of a company. */
export const AssetSelect = ({ companyId, ...props }: Props) => (
  <SearchSelect {...props} of={api.asset.list} params={{ companyId }} />
);
