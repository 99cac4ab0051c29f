import type { CompanyRequest } from '../../common/company-request.ts';
import { useAbilities } from '../companies/AbilitiesField.tsx';
import { useText } from '../text.ts';

/** Texts of the history of requests and contracts. */
export function useContractWords(): (field: string, word: string | null) => string | undefined {
  const t = useText();
  const groups = useAbilities();
  return (field, word) => {
    if (field === 'contractAbilities') {
      if (word === null) return t('contract.all');
      const group = groups.find(({ items }) => items.some((one) => one.value === word));
      const named = group?.items.find((one) => one.value === word);
      return group && named ? `${group.group} · ${named.label}` : undefined;
    }
    if (field === 'contractResources') return word === null ? t('changes.allStructures') : undefined;
    if (word === null) return undefined;
    if (field === 'type') return t(`values.requestType.${word as CompanyRequest['type']}`);
    if (field === 'status') return t(`values.requestStatus.${word as CompanyRequest['status']}`);
    return undefined;
  };
}
