import { ActionIcon, Anchor, Button, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText, useLabels } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useText } from '../api.ts';
import classes from '../Places.module.css';
import { LongRows } from './LongRows.tsx';
import type { LongList } from './use-long-list.ts';

export type InlineDraft<Extra> = { name: string; extra: Extra };
type Row<Extra> = InlineDraft<Extra> & { id: number; note?: ReactNode; to?: string };

export type InlineListProps<Item, Extra> = {
  title: string;
  list: LongList<Item>;
  /** The row of an item. */
  rowOf(item: Item): Row<Extra>;
  /** Shown while there are no rows. */
  empty: string;
  addLabel: string;
  /** Further actions next to the one that adds a row. */
  actions?: ReactNode;
  /** The initial value of a new row. */
  blank: Extra;
  /** A further input next to the name. */
  field?: (value: Extra, set: (value: Extra) => void) => ReactNode;
  /** Undefined without permission. */
  add?: ((draft: InlineDraft<Extra>) => Promise<unknown>) | undefined;
  change?: ((id: number, draft: InlineDraft<Extra>) => Promise<unknown>) | undefined;
  /** Adds (undefined) and changes rows in a panel next to the page instead of inline, if the person may. */
  panel?: (item: Item | undefined, onClose: () => void) => ReactNode;
  mayAdd?: boolean;
  mayChange?: boolean;
  remove?: ((id: number) => Promise<unknown>) | undefined;
};

/** A list of short records that can be added, renamed and deleted inline. */
export function InlineList<Item extends { id: number }, Extra>(props: InlineListProps<Item, Extra>) {
  const { title, list, rowOf, empty, addLabel, blank, field, add, change, panel, actions, remove } = props;
  const { mayAdd = add !== undefined, mayChange = change !== undefined } = props;
  const t = useText();
  const kitText = useKitText();
  const { number } = useFormats();
  const [open, setOpen] = useState<Row<Extra> | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Row<Extra> | null>(null);
  const [removing, setRemoving] = useState(false);
  const [shown, setShown] = useState<{ item?: Item } | null>(null);
  const close = () => setOpen(null);
  const confirm = async () => {
    if (!deleting || !remove) return;
    setRemoving(true);
    // The client has shown the error as a notification.
    await remove(deleting.id).catch(ignoreRequestError);
    setRemoving(false);
    setDeleting(null);
  };
  const editForm = (row: Row<Extra>) =>
    change && (
      <RowForm
        key={row.id}
        draft={row}
        field={field}
        save={(draft) => change(row.id, draft)}
        onClose={close}
        label={t('change', { name: row.name })}
      />
    );
  return (
    <Panel
      title={list.total && !list.word ? t('counted', { title, total: number(list.total) }) : title}
      aside={
        <>
          {actions}
          {mayAdd && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
              onClick={() => (panel ? setShown({}) : setOpen('new'))}
            >
              {addLabel}
            </Button>
          )}
        </>
      }
    >
      {open === 'new' && add && (
        <RowForm draft={{ name: '', extra: blank }} field={field} save={add} onClose={close} label={addLabel} />
      )}
      {open !== null && open !== 'new' && list.long && change && editForm(open)}
      <LongRows label={title} list={list} empty={open !== 'new' && empty}>
        {(item) => {
          const row = rowOf(item);
          // Rows of a virtual list have a fixed height, so the form is shown above it.
          if (open !== 'new' && open?.id === row.id && change && !list.long) return editForm(row);
          return (
            <div className={classes.row}>
              <span className={classes.name}>
                {row.to ? (
                  <Anchor component={Link} to={row.to} inherit>
                    <bdi>{row.name}</bdi>
                  </Anchor>
                ) : (
                  <bdi>{row.name}</bdi>
                )}
              </span>
              {row.note && <span className={classes.note}>{row.note}</span>}
              {mayChange && (
                <ActionIcon
                  aria-label={t('change', { name: row.name })}
                  onClick={() => (panel ? setShown({ item }) : setOpen(row))}
                >
                  <IconPencil size={iconSizes.md} aria-hidden />
                </ActionIcon>
              )}
              {remove && (
                <ActionIcon aria-label={t('remove', { name: row.name })} onClick={() => setDeleting(row)}>
                  <IconTrash size={iconSizes.md} aria-hidden />
                </ActionIcon>
              )}
            </div>
          );
        }}
      </LongRows>
      {shown && panel?.(shown.item, () => setShown(null))}
      <ConfirmDialog
        opened={deleting !== null}
        title={kitText('list.deleteTitle')}
        message={kitText('list.deleteText')}
        entityName={deleting?.name}
        pending={removing}
        onConfirm={() => void confirm()}
        onCancel={() => setDeleting(null)}
      />
    </Panel>
  );
}

function ignoreRequestError(error: unknown): void {
  if (!(error instanceof RequestError)) throw error;
}

type RowFormProps<Extra> = {
  draft: InlineDraft<Extra>;
  field: InlineListProps<never, Extra>['field'];
  save: (draft: InlineDraft<Extra>) => Promise<unknown>;
  onClose(): void;
  label: string;
};

/** The form of a row. Enter saves, Escape cancels. */
function RowForm<Extra>({ draft, field, save, onClose, label }: RowFormProps<Extra>) {
  const t = useText();
  const kitText = useKitText();
  const { label: text, has } = useLabels('places');
  const [name, setName] = useState(draft.name);
  const [extra, setExtra] = useState(draft.extra);
  const [fault, setFault] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const textOf = (code: string) => text(has(`validation.${code}`) ? `validation.${code}` : 'validation.invalid');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return setFault(textOf('Required'));
    setPending(true);
    setFault(null);
    try {
      await save({ name: name.trim(), extra });
      onClose();
    } catch (error) {
      ignoreRequestError(error);
      const [first] = (error as RequestError).errors;
      if (first) setFault(textOf(first.msg));
      (error as RequestError).shown = true;
    } finally {
      setPending(false);
    }
  };
  return (
    <form
      className={classes.rowForm}
      aria-label={label}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <TextInput
        className={classes.grow}
        label={t('fields.name')}
        value={name}
        error={fault}
        maxLength={80}
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {field?.(extra, setExtra)}
      <Button type="submit" loading={pending}>
        {kitText('actions.save')}
      </Button>
      <Button variant="default" onClick={onClose}>
        {kitText('actions.cancel')}
      </Button>
    </form>
  );
}
