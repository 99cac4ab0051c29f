import { useAction } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { csvOf } from '#platform/web/ui/list/export/csv.ts';
import { download } from '#platform/web/ui/list/export/download.ts';
import type { ExportedContact } from '../../common/premises/premises-file.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** Saves the call lists of all sites as CSV. The server records who has done so. */
export function useContactExport(): { pending: boolean; start(): void } {
  const t = useText();
  const kit = useKitText();
  const yesOrNo = (value: boolean) => kit(value ? 'actions.yes' : 'actions.no');
  const save = (contacts: readonly ExportedContact[]) => {
    const head = [
      'structure',
      'position',
      'name',
      'phone',
      'language',
      'schedule',
      'duressContact',
      'hasCodeWord',
    ] as const;
    const rows = contacts.map((one) => [
      ...[one.structure.name, one.position, one.name, one.phone, t(`values.language.${one.language}`)],
      ...[one.schedule?.name ?? '', yesOrNo(one.duressContact), yesOrNo(one.hasCodeWord)],
    ]);
    download(`${t('premisesFile.callList')}.csv`, csvOf([head.map((field) => t(`columns.${field}`)), ...rows]));
  };
  const action = useAction(api.premisesFile.exportContacts, { onDone: save });
  return { pending: action.pending, start: () => action.run() };
}
