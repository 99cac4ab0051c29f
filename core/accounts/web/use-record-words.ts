import { hasText, text } from '#platform/web/i18n/i18n.ts';
import { usePermissionWords } from '#platform/web/i18n/permission-words.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { knownApps } from '#platform/web/session/session.ts';
import type { WordOf } from '#platform/web/ui/History.tsx';
import { useText } from './text.ts';

type RecordWords = {
  /** The slice whose texts name the fields of a kind of record. */
  spaceOf(kind: string): string;
  nameOf(kind: string): string;
  wordOf(kind: string): WordOf;
};

/** What records of all slices, and the words in their fields, are called. */
export function useRecordWords(): RecordWords {
  const t = useText();
  const kit = useKitText();
  const permissions = usePermissionWords();
  const spaceOf = (kind: string) => knownApps().find(({ id }) => hasText(id, `records.${kind}`))?.id ?? 'accounts';
  const words: Record<string, Record<string, (word: string) => string>> = {
    company: {
      type: (word) => kit(`companyTypes.${word as 'Customer'}`),
      status: (word) => t(`values.contractStatus.${word as 'Active'}`),
    },
    companyApp: { appId: (word) => permissions.module(word) },
    companyRequest: {
      type: (word) => t(`values.requestType.${word as 'Device'}`),
      status: (word) => t(`values.requestStatus.${word as 'pending'}`),
    },
    companyRelation: { status: (word) => t(`values.requestStatus.${word as 'pending'}`) },
    comPackage: { kind: (word) => t(`values.comKind.${word as 'sms'}`) },
    permissionGroupGrant: {
      entity: (word) => permissions.entity('', word),
      actions: (word) => permissions.action('', word),
    },
  };
  return {
    spaceOf,
    nameOf: (kind) => (hasText(spaceOf(kind), `records.${kind}`) ? text(spaceOf(kind), `records.${kind}`) : kind),
    wordOf: (kind) => (field, word, side) => {
      if (field === 'logoId' && word !== null)
        return t(side === 'before' ? 'companies.oldPicture' : 'companies.newPicture');
      if (field === 'contractAbilities') return word === null ? t('contract.all') : word;
      if (field === 'resource' && word === '*') return t('changes.allStructures');
      if (field === 'appId' && word !== null) return permissions.module(word);
      return word === null ? undefined : words[kind]?.[field]?.(word);
    },
  };
}
