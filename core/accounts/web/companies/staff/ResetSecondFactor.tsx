import { useAction } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { api } from '../../api.ts';
import { useText } from '../../text.ts';

type Person = { id: number; firstName: string; lastName: string };

/** Asks before the second factor of a person is switched off. */
export function ResetSecondFactor({ person, onClose }: { person: Person; onClose(): void }) {
  const t = useText();
  const name = `${person.firstName} ${person.lastName}`;
  const reset = useAction(api.security.resetTfa, {
    invalidates: [api.staff.list, api.platformStaff.list],
    onDone: () => {
      notify({ kind: 'success', message: t('staff.factorReset', { name }) });
      onClose();
    },
    onError: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t('staff.resetTitle')}
      message={t('staff.resetText')}
      entityName={name}
      confirmLabel={t('staff.resetConfirm')}
      pending={reset.pending}
      onConfirm={() => reset.run({ params: { id: person.id }, silent: 'success' })}
      onCancel={onClose}
    />
  );
}
