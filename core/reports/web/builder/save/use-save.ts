import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageKey } from '#platform/common/text/message-key.ts';
import { errorMessage } from '#platform/web/client/connection.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useKitText, useLabels } from '#platform/web/i18n/texts.ts';
import { type Report, reportFields } from '../../../common/report.ts';
import { api } from '../../api.ts';
import { type Draft, draftOf, fieldsOf } from '../draft.ts';
import type { BuilderState } from '../use-builder.ts';
import { type Fault, faultsOf } from './faults.ts';

/** Each refusal is a new object, so that the same errors lead to their field again. */
export type Rejection = { faults: readonly Fault[] };

type Options = { companyId: number; report: Report | undefined; builder: BuilderState };

/** Saves the report under the version that was read. Resolves with the stored report, or null if it was refused. */
export function useSave({ companyId, report, builder }: Options) {
  const kit = useKitText();
  const { label, has } = useLabels('reports');
  const create = useAction(api.definition.create, { keyed: true });
  const replace = useAction(api.definition.replace, { invalidates: [api.receptor.list] });
  const client = useQueryClient();
  const version = useRef(report?.version ?? 0);
  const [rejection, setRejection] = useState<Rejection>({ faults: [] });
  const [failure, setFailure] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Report | null>(null);

  const textOf = (message: string) => label(`validation.${has(`validation.${message}`) ? message : 'invalid'}`);
  const readTheirs = async (id: number) => {
    const newest = await api.definition.get.send({ params: { companyId, id }, silent: true });
    client.setQueryData(api.definition.get.key({ params: { companyId, id } }), newest);
    setTheirs(newest);
  };
  const send = (draft: Draft): Promise<Report> => {
    const fields = fieldsOf(draft);
    if (!report) return create.ask({ params: { companyId }, body: fields, silent: true });
    const { app: _app, ...body } = fields;
    const params = { companyId, id: report.id };
    return replace.ask({ params, body: { ...body, version: version.current }, silent: true });
  };
  const refuse = async (error: unknown, draft: Draft) => {
    if (!(error instanceof RequestError)) throw error;
    if (error.errors.length > 0) setRejection({ faults: faultsOf(error.errors, draft, textOf) });
    else if (error.word === 'report-changed' && report) await readTheirs(report.id);
    else setFailure(errorMessage(error));
  };

  async function save(): Promise<Report | null> {
    const { draft } = builder;
    setFailure(null);
    const parsed = reportFields.safeParse(fieldsOf(draft), { error: messageKey });
    if (!parsed.success) {
      const errors = parsed.error.issues.map(({ path, message }) => ({ param: path.join('.'), msg: message }));
      setRejection({ faults: faultsOf(errors, draft, textOf) });
      return null;
    }
    try {
      const stored = await send(draft);
      version.current = stored.version;
      builder.settle(draft);
      setRejection({ faults: [] });
      notify({
        kind: 'success',
        message: kit(`notifications.named.${report ? 'updated' : 'created'}`, { name: stored.name }),
      });
      return stored;
    } catch (error) {
      await refuse(error, draft);
      return null;
    }
  }

  return {
    save,
    pending: create.pending || replace.pending,
    rejection,
    failure,
    theirs,
    /** Goes on with what somebody else has saved meanwhile. */
    takeTheirs() {
      if (!theirs) return;
      version.current = theirs.version;
      builder.restart(draftOf(theirs));
      setTheirs(null);
    },
    /** Saves over what somebody else has saved. */
    async keepMine() {
      if (!theirs) return;
      version.current = theirs.version;
      setTheirs(null);
      await save();
    },
    /** Goes on editing; the next save asks again. */
    later: () => setTheirs(null),
  };
}
export type Saving = ReturnType<typeof useSave>;
