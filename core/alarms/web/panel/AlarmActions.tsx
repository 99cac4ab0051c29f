import { Button, Group, Menu, Stack, Text, Textarea } from '@mantine/core';
import {
  IconArrowUpRight,
  IconBan,
  IconChecks,
  IconChevronDown,
  IconCircleCheck,
  IconMessage,
  IconUserCheck,
} from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import type { AppManifest } from '#platform/common/define-app.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { AlarmDetail } from '../../common/alarm.ts';
import classes from '../Alarms.module.css';
import { useText } from '../texts.ts';
import { ActionForm } from './ActionForm.tsx';
import { KeysOfClass } from './ActionKey.tsx';
import { CommentParts } from './CommentParts.tsx';
import { EscalateForm } from './EscalateForm.tsx';
import { isResolution, resolutions, useActionName, useAlarmActions } from './use-alarm-actions.ts';

type Props = { alarm: AlarmDetail; app: AppManifest };
type ActionsProps = Props & { actions: ReturnType<typeof useAlarmActions> };

const icons: Readonly<Record<string, typeof IconChecks>> = {
  acknowledge: IconChecks,
  'take-over': IconUserCheck,
  comment: IconMessage,
  terminate: IconCircleCheck,
  reject: IconBan,
};
const maxCommentLength = 2000;

/** The actions that the alarm's state and the person's permissions allow, with a comment field for all of them. */
export function AlarmActions({ alarm, app }: Props) {
  const t = useText();
  const nameOf = useActionName(app.id, alarm.desk);
  const actions = useAlarmActions(alarm, app);
  const { available, canEscalate, text, comment, confirming, escalating, runner, start } = actions;
  const isAvailable = (action: string) => available.some(({ name }) => name === action);
  if (available.length === 0 && !canEscalate) return null;
  return (
    <Stack gap="xs">
      <KeysOfClass alarm={alarm} app={app} actions={actions} />
      <Decisions alarm={alarm} app={app} actions={actions} />
      <FormOfAction alarm={alarm} app={app} actions={actions} />
      {escalating && (
        <EscalateForm
          alarm={alarm}
          calls={actions.calls}
          comment={text.trim()}
          onDone={actions.finish}
          onCancel={actions.cancel}
        />
      )}
      <Textarea
        ref={comment}
        label={t('comment')}
        value={text}
        maxLength={maxCommentLength}
        autosize
        minRows={2}
        error={actions.missing && !text.trim() ? t('commentNeeded') : undefined}
        onChange={(event) => actions.setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) start('comment');
        }}
      />
      {isAvailable('comment') && (
        <CommentParts
          app={app.id}
          marks={actions.marks}
          markRef={actions.mark}
          shared={alarm.desk !== null}
          value={actions.extras}
          onChange={actions.setExtras}
          onSend={() => start('comment')}
        >
          <ActionButton
            action="comment"
            name={nameOf('comment')}
            pending={runner.pending === 'comment'}
            onClick={() => start('comment')}
          />
        </CommentParts>
      )}
      <AskedToAcknowledge
        alarm={alarm}
        name={nameOf('acknowledge')}
        available={isAvailable('acknowledge')}
        onConfirm={() => start('acknowledge')}
      />
      <ConfirmDialog
        opened={confirming !== null}
        title={
          confirming === 'terminate' || confirming === 'reject'
            ? t(`ask.${confirming}`)
            : t('askFor', { action: nameOf(confirming ?? 'terminate') })
        }
        message={t(confirming === null || actions.closes(confirming) ? 'askText' : 'askOpenText')}
        entityName={alarm.subject.name}
        confirmLabel={nameOf(confirming ?? 'terminate')}
        danger={confirming !== 'terminate'}
        onConfirm={() => {
          if (confirming) actions.run(confirming);
          actions.setConfirming(null);
        }}
        onCancel={() => actions.setConfirming(null)}
      />
    </Stack>
  );
}

/** What has to be decided. It comes first: a comment can be added to it, or be sent by itself. */
function Decisions({ alarm, app, actions }: ActionsProps) {
  const t = useText();
  const nameOf = useActionName(app.id, alarm.desk);
  const { available, canEscalate, escalating, filling, runner, start } = actions;
  return (
    <Group gap="xs" className={classes.actions}>
      {available
        .filter(({ name }) => name !== 'comment' && !isResolution(name))
        .map(({ name: action }) => (
          <ActionButton
            key={action}
            action={action}
            name={nameOf(action)}
            pending={runner.pending === action}
            expanded={actions.fieldsOf(action) ? filling === action : undefined}
            onClick={() => start(action)}
          />
        ))}
      <ResolveMenu alarm={alarm} app={app} actions={actions} />
      {canEscalate && (
        <ActionButton
          action="escalate-user"
          name={t('actions.escalate-user')}
          expanded={escalating}
          onClick={() => (escalating ? actions.cancel() : actions.escalate())}
        />
      )}
    </Group>
  );
}

/** The form of the action that was chosen, if it asks for more than a comment. */
function FormOfAction({ app, actions: { available, filling, fieldsOf, runner, start, cancel } }: ActionsProps) {
  const nameOf = useActionName(app.id);
  const fields = filling === null ? undefined : fieldsOf(filling);
  if (filling === null || !fields || !available.some(({ name }) => name === filling)) return null;
  return (
    <ActionForm
      key={filling}
      app={app.id}
      name={nameOf(filling)}
      fields={fields}
      pending={runner.pending === filling}
      onSend={(given) => start(filling, given)}
      onCancel={cancel}
    />
  );
}

type AskedProps = { alarm: AlarmDetail; name: string; available: boolean; onConfirm(): void };

/** Asks after a link in a mail was followed, because following it alone acknowledges nothing. */
function AskedToAcknowledge({ alarm, name, available, onConfirm }: AskedProps) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const close = () =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('do');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <ConfirmDialog
      opened={available && params.get('do') === 'acknowledge'}
      title={t('askFor', { action: name })}
      message={t('askAcknowledge')}
      entityName={alarm.subject.name}
      confirmLabel={name}
      danger={false}
      onConfirm={() => {
        close();
        onConfirm();
      }}
      onCancel={close}
    />
  );
}

/** The ways to resolve an alarm, each with its meaning. */
function ResolveMenu({ alarm, app, actions: { available, fieldsOf, runner, start } }: ActionsProps) {
  const t = useText();
  const nameOf = useActionName(app.id, alarm.desk);
  const names = resolutions.filter((action) => available.some(({ name }) => name === action));
  if (names.length === 0) return null;
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCircleCheck size={iconSizes.sm} aria-hidden />}
          rightSection={<IconChevronDown size={iconSizes.sm} aria-hidden />}
          loading={runner.pending !== null && isResolution(runner.pending)}
        >
          {t('resolve.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {names.map((action) => (
          <Menu.Item key={action} onClick={() => start(action)}>
            {nameOf(action)}
            <Text size="xs" c="dimmed">
              {t(action === 'reject' && fieldsOf(action) ? 'resolve.rejectWithCause' : `resolve.${action}`)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type ButtonProps = { action: string; name: string; pending?: boolean; expanded?: boolean | undefined; onClick(): void };

function ActionButton({ action, name, pending = false, expanded, onClick }: ButtonProps) {
  const Icon = icons[action] ?? IconArrowUpRight;
  return (
    <Button
      size="xs"
      variant={action === 'acknowledge' ? 'filled' : 'default'}
      leftSection={<Icon size={iconSizes.sm} aria-hidden />}
      loading={pending}
      aria-expanded={expanded}
      onClick={onClick}
    >
      {name}
    </Button>
  );
}
