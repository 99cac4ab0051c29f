import type { ComponentProps } from 'react';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { api } from './api.ts';

type Props = Omit<ComponentProps<typeof SearchSelect>, 'of' | 'params'> & { companyId: number };

/** One of the company's structures, found by its name. */
export function StructureSelect({ companyId, ...props }: Props) {
  return <SearchSelect {...props} of={api.structure.search} params={{ companyId }} />;
}
