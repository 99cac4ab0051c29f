import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { reasonLength } from '#platform/common/view-log.ts';
import { useStore } from '../../client/store.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { type ReasonQuestion, reasonQuestion } from '../../session/view-reason.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';

/** Asks for the reason of a view that the server records. */
export function ReasonDialog() {
  const question = useStore(reasonQuestion);
  return question && <Asking key={`${question.app}.${question.kind}`} question={question} />;
}

function Asking({ question: { app, kind, answer } }: { question: ReasonQuestion }) {
  const t = useKitText();
  const { label } = useLabels(app);
  const [reason, setReason] = useState('');
  const [isShort, setShort] = useState(false);
  const confirm = () => {
    if (reason.trim().length < reasonLength.min) setShort(true);
    else answer(reason.trim());
  };
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={t('viewReason.title')}
      message={t('viewReason.text')}
      entityName={label(`viewKinds.${kind}`)}
      confirmLabel={t('viewReason.show')}
      onConfirm={confirm}
      onCancel={() => answer(null)}
    >
      <Textarea
        mt="md"
        autosize
        minRows={2}
        label={t('viewReason.reason')}
        value={reason}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value);
          setShort(false);
        }}
        error={isShort && t('viewReason.short', { count: reasonLength.min })}
        maxLength={reasonLength.max}
        withAsterisk
        data-autofocus
      />
    </ConfirmDialog>
  );
}
