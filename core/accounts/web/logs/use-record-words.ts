import { hasText, text } from '#platform/web/i18n/i18n.ts';
import { usePermissionNames } from '#platform/web/i18n/permission-names.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import type { ValueText } from '#platform/web/ui/history/History.tsx';
import type { CompanyChange } from '../../common/company-change-log.ts';
import { useText } from '../text.ts';

type RecordWords = {
  /** The slice whose texts name the fields of a kind of record. */
  spaceOf(kind: string): string;
  nameOf(kind: string): string;
  /** The name of a record: its own, its type and subject, or its number. */
  titleOf(record: CompanyChange['record']): string;
  valueText(record: CompanyChange['record']): ValueText;
};

/** The text of the app, else of any slice that has it; the exact key takes precedence over the general one. */
function calledBy({ section, app, keys }: NonNullable<CompanyChange['record']['word']>): string | undefined {
  const spaces = [...(app === null ? [] : [app]), ...registeredApps().map(({ id }) => id)];
  const paths = keys.map((_, at) => [section, ...keys.slice(0, keys.length - at)].join('.'));
  const found = paths.flatMap((path) => spaces.map((space) => [space, path] as const));
  const known = found.find(([space, path]) => hasText(space, path));
  return known ? text(...known) : keys[0];
}

/** The name of the solution with an id, whichever app has it. */
function solutionNameOf(id: string): string {
  for (const app of registeredApps()) {
    const found = app.solutions?.find((one) => String(one.id) === id);
    if (found) return text(app.id, `solutions.${found.key}`);
  }
  return id;
}

/** The names of records of all slices, and the texts of values in their fields. */
export function useRecordWords(): RecordWords {
  const t = useText();
  const kit = useKitText();
  const permissions = usePermissionNames();
  const spaceOf = (kind: string) => registeredApps().find(({ id }) => hasText(id, `records.${kind}`))?.id ?? 'accounts';
  const words: Record<string, Record<string, (word: string) => string>> = {
    company: {
      type: (word) => kit(`companyTypes.${word as 'Customer'}`),
      status: (word) => t(`values.contractStatus.${word as 'Active'}`),
    },
    companyApp: { appId: (word) => permissions.module(word) },
    appTrial: { appId: (word) => permissions.module(word) },
    appRequest: { appId: (word) => permissions.module(word) },
    userAppRole: { appId: (word) => permissions.module(word) },
    companyRequest: {
      type: (word) => t(`values.requestType.${word as 'Device'}`),
      status: (word) => t(`values.requestStatus.${word as 'pending'}`),
    },
    companyRelation: { status: (word) => t(`values.requestStatus.${word as 'pending'}`) },
    comPackage: { kind: (word) => t(`values.comKind.${word as 'sms'}`) },
  };
  const general: Record<string, (word: string) => string> = {
    app: permissions.module,
    solution: solutionNameOf,
    entity: (word) => permissions.entity('', word),
    action: (word) => permissions.action('', word),
  };
  return {
    spaceOf,
    nameOf: (kind) => (hasText(spaceOf(kind), `records.${kind}`) ? text(spaceOf(kind), `records.${kind}`) : kind),
    titleOf: ({ id, name, word, within }) => {
      if (name !== null) return name;
      const called = word && calledBy(word);
      return [called, within?.name].filter(Boolean).join(' · ') || `#${id}`;
    },
    valueText: (record) => (field, word, side) => {
      if (field === 'logoId' && word !== null)
        return t(side === 'before' ? 'companies.oldPicture' : 'companies.newPicture');
      if (field === 'contractAbilities') return word === null ? t('contract.all') : word;
      if (field === 'contractResources' && word === null) return t('changes.allStructures');
      if (field === 'resource' && word === '*') return t('changes.allStructures');
      if (field === 'appId' && word !== null) return permissions.module(word);
      if (word === null) return undefined;
      const section = record.words[field];
      if (!section) return words[record.kind]?.[field]?.(word);
      return general[section]?.(word) ?? calledBy({ section, app: null, keys: [word] });
    },
  };
}
