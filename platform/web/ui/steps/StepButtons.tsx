import { Button, Group, Textarea } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { type Lifecycle, possibleSteps } from '#platform/common/lifecycle/lifecycle.ts';
import type { StepRoute } from '#platform/common/lifecycle/step-routes.ts';
import type { Endpoint } from '../../client/client-of.ts';
import { useAction } from '../../client/hooks.ts';
import type { RecordQueries } from '../../client/record-queries.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { meaningColors } from '../../theme.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';

type Body = { reason?: string };
type StepCall<Row> = Endpoint<StepRoute<Body, Row>>;

/** How a step is asked for. Without any of it, a click takes the step. */
export type StepAsking = {
  /** Ends something that cannot be taken up again: confirmed in a dialog, and red. */
  danger?: boolean;
  /** The body of the call has a `reason`. */
  reason?: 'needed' | 'optional';
};

type Props<Name extends string, State extends string, Party extends string, Row> = {
  lifecycle: Lifecycle<Name, State, Party>;
  row: Row & { id: number };
  state: State;
  /** The roles of the reader in the record. */
  parties: readonly Party[];
  /** The calls of the steps by their names; steps without one have no button. */
  calls: { readonly [Step in Name]?: StepCall<Row> };
  /** The texts: `steps.<name>` of the button, `stepTexts.<name>` of its dialog. */
  namespace: string;
  asks?: { readonly [Step in Name]?: StepAsking };
  /** The queries that the record returned by a step updates. */
  shows?: RecordQueries;
};

/** A button for each step that the reader may take now. The last one, which leads on, is filled. */
export function StepButtons<Name extends string, State extends string, Party extends string, Row>(
  props: Props<Name, State, Party, Row>,
) {
  const { lifecycle, row, state, parties, calls, namespace, asks = {}, shows } = props;
  const asking: { readonly [Step in Name]?: StepAsking } = asks;
  const steps = possibleSteps(lifecycle, state, parties).flatMap((name) => {
    const call: StepCall<Row> | undefined = calls[name];
    return call ? [{ name, call, ask: asking[name] ?? {} }] : [];
  });
  const { group, onClickCapture } = useHeldFocus(state);
  const onward = steps.findLast(({ ask }) => !ask.danger)?.name;
  const ordered = steps.toSorted((a, b) => Number(a.name === onward) - Number(b.name === onward));
  if (steps.length === 0) return null;
  return (
    <Group gap="xs" ref={group} onClickCapture={onClickCapture}>
      {ordered.map(({ name, call, ask }) => (
        <StepButton
          key={name}
          id={row.id}
          name={name}
          call={call}
          ask={ask}
          namespace={namespace}
          isOnward={name === onward}
          {...(shows ? { shows } : {})}
        />
      ))}
    </Group>
  );
}

/** The focus of a button that goes with its step moves to the step that leads on. */
function useHeldFocus(state: string) {
  const group = useRef<HTMLDivElement>(null);
  /** The state in which the reader took a step: others may change it as well, and must not move the focus. */
  const taken = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (taken.current === null || taken.current === state) return;
    taken.current = null;
    if (document.activeElement !== document.body) return;
    [...(group.current?.querySelectorAll('button') ?? [])].at(-1)?.focus();
  }, [state]);
  return {
    group,
    onClickCapture() {
      taken.current = state;
    },
  };
}

function StepButton<Row>({
  id,
  name,
  call,
  ask: { danger = false, reason: asksReason },
  namespace,
  isOnward,
  shows,
}: {
  id: number;
  name: string;
  call: StepCall<Row>;
  ask: StepAsking;
  namespace: string;
  isOnward: boolean;
  shows?: RecordQueries;
}) {
  const { label, has } = useLabels(namespace);
  const t = useKitText();
  const [opened, setOpened] = useState(false);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const action = useAction(call, {
    keyed: true,
    onDone: () => setOpened(false),
    ...(shows ? { shows: () => shows } : {}),
  });
  const take = () => {
    const given = reason.trim();
    if (asksReason === 'needed' && given === '') return setMissing(true);
    action.run({ params: { id }, ...(asksReason ? { body: given ? { reason: given } : {} } : {}) });
  };
  const asks = danger || asksReason !== undefined;
  const look = danger ? { variant: 'light', color: meaningColors.danger } : isOnward ? {} : { variant: 'default' };
  return (
    <>
      <Button {...look} loading={action.pending && !opened} onClick={asks ? () => setOpened(true) : take}>
        {label(`steps.${name}`)}
      </Button>
      {asks && (
        <ConfirmDialog
          opened={opened}
          title={label(`steps.${name}`)}
          message={has(`stepTexts.${name}`) ? label(`stepTexts.${name}`) : ''}
          confirmLabel={label(`steps.${name}`)}
          danger={danger}
          pending={action.pending}
          onCancel={() => setOpened(false)}
          onConfirm={take}
        >
          {asksReason && (
            <Textarea
              mt="md"
              autosize
              minRows={2}
              maxLength={500}
              label={t('steps.reason')}
              withAsterisk={asksReason === 'needed'}
              value={reason}
              error={missing && t('validation.Required')}
              onChange={({ currentTarget }) => {
                setReason(currentTarget.value);
                setMissing(false);
              }}
            />
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
