import { type ReactNode, useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { ReportRun } from '../../common/run.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

type RunActions = {
  /** Makes the report of the run again, for the same period; undefined if the person cannot. */
  again: (() => void) | undefined;
  cancel: (() => void) | undefined;
  release: (() => void) | undefined;
  pending: boolean;
  /** Asks before the run is sent; render it next to the buttons. */
  question: ReactNode;
};

/** The languages and files of a run, as a run that repeats it asks for them; those of its report if it has no files. */
function sameFiles({ files }: ReportRun) {
  const [first, ...others] = new Set(files.map(({ language }) => language));
  const language = others.length > 0 ? 'both' : first;
  const formats = [...new Set(files.map(({ format }) => format))];
  return { ...(language ? { language } : {}), ...(formats.length > 0 ? { formats } : {}) };
}

/** What a person may do with a run now. `onAgain` gets the id of the run that repeats it. */
export function useRunActions(companyId: number, run: ReportRun, onAgain: (id: number) => void): RunActions {
  const t = useText();
  const [asks, setAsks] = useState(false);
  const mayRun = usePermitted(api.run.generate.route.access);
  const maySend = usePermitted(api.run.release.route.access);
  const { id, reportId, state } = run;
  const invalidates = [api.definition.list];
  const generate = useAction(api.run.generate, {
    invalidates,
    keyed: true,
    notice: ({ isNew }) => t(isNew ? 'list.run.started' : 'list.run.shared'),
    onDone: (made) => onAgain(made.id),
  });
  const cancel = useAction(api.run.cancel, { invalidates, notice: () => t('run.cancelled') });
  const close = () => setAsks(false);
  const release = useAction(api.run.release, {
    invalidates,
    onDone: ({ state: after }) => {
      close();
      if (after === 'sent') notify({ kind: 'success', message: t('run.released') });
    },
    onError: close,
  });
  const { from, to } = run;
  const repeat = (of: number) => () =>
    generate.run({ params: { companyId, id: of }, body: { period: { from, to }, ...sameFiles(run) } });
  const mayRepeat = mayRun && reportId !== null && state !== 'queued' && state !== 'rendering';
  return {
    again: mayRepeat ? repeat(reportId) : undefined,
    cancel: mayRun && state === 'queued' ? () => cancel.run({ params: { companyId, id } }) : undefined,
    release: maySend && state === 'held' ? () => setAsks(true) : undefined,
    pending: generate.pending || cancel.pending || release.pending,
    question: asks && (
      <ConfirmDialog
        opened
        danger={false}
        title={t('run.releaseTitle')}
        message={t('run.releaseText')}
        confirmLabel={t('run.release')}
        pending={release.pending}
        onConfirm={() => release.run({ params: { companyId, id }, silent: 'success' })}
        onCancel={close}
      />
    ),
  };
}
