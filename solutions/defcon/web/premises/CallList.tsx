import { ActionIcon, Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDownload, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { CardTable } from '#platform/web/ui/rows/CardTable.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type Contact, mostContacts, type PremisesFile, premisesFile } from '../../common/premises/premises-file.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { ContactForm } from './ContactForm.tsx';
import { useContactExport } from './use-contact-export.ts';
import { useMayChange } from './use-may-change.ts';

type Props = { file: PremisesFile; companyId: number; watched: boolean };

/** The people who are called on an incident at a site, in this order. */
export function CallList({ file, companyId, watched }: Props) {
  const t = useText();
  const { structureId, contacts } = file;
  const mayChange = useMayChange({ structureId, watched });
  const exports = usePermitted(premisesFile.can('export'), { resource: structureId });
  const [open, setOpen] = useState<Contact | 'new' | null>(null);
  const exporting = useContactExport();
  return (
    <Panel
      title={t('premisesFile.callList')}
      aside={
        <Group gap="xs">
          {exports && !watched && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={iconSizes.sm} aria-hidden />}
              loading={exporting.pending}
              onClick={exporting.start}
            >
              {t('premisesFile.export')}
            </Button>
          )}
          {mayChange && contacts.length < mostContacts && (
            <Button size="xs" leftSection={<IconPlus size={iconSizes.sm} aria-hidden />} onClick={() => setOpen('new')}>
              {t('premisesFile.addContact')}
            </Button>
          )}
        </Group>
      }
    >
      {contacts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('premisesFile.noContacts')}
        </Text>
      ) : (
        <Contacts file={file} mayChange={mayChange} onEdit={setOpen} />
      )}
      {open && (
        <ContactForm
          structureId={structureId}
          companyId={watched ? null : companyId}
          before={open === 'new' ? undefined : open}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  );
}

type ContactsProps = { file: PremisesFile; mayChange: boolean; onEdit(contact: Contact): void };

function Contacts({ file: { structureId, contacts }, mayChange, onEdit }: ContactsProps) {
  const t = useText();
  const [removing, setRemoving] = useState<Contact | null>(null);
  const remove = useAction(api.premisesFile.removeContact, {
    invalidates: [api.premisesFile.get],
    onDone: () => setRemoving(null),
  });
  const headings = [t('columns.name'), t('columns.phone'), t('columns.language'), t('columns.schedule'), ''];
  return (
    <>
      <CardTable
        headings={mayChange ? headings : headings.slice(0, -1)}
        rows={contacts.map((contact) => ({
          key: contact.id,
          cells: [
            <ContactName key="name" contact={contact} />,
            <Anchor key="phone" href={`tel:${contact.phone.replaceAll(' ', '')}`} inherit>
              <Bdi>{contact.phone}</Bdi>
            </Anchor>,
            t(`values.language.${contact.language}`),
            contact.schedule ? <bdi key="hours">{contact.schedule.name}</bdi> : t('premisesFile.always'),
            ...(mayChange
              ? [
                  <Group key="actions" gap={4} wrap="nowrap">
                    <OrderButtons structureId={structureId} contacts={contacts} contact={contact} />
                    <ActionIcon
                      aria-label={t('premisesFile.editNamed', { name: contact.name })}
                      onClick={() => onEdit(contact)}
                    >
                      <IconPencil size={iconSizes.sm} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      aria-label={t('premisesFile.removeNamed', { name: contact.name })}
                      onClick={() => setRemoving(contact)}
                    >
                      <IconTrash size={iconSizes.sm} aria-hidden />
                    </ActionIcon>
                  </Group>,
                ]
              : []),
          ],
        }))}
      />
      <ConfirmDialog
        opened={removing !== null}
        title={t('premisesFile.removeContact')}
        message={t('premisesFile.removeContactText')}
        entityName={removing?.name ?? ''}
        confirmLabel={t('premisesFile.removeContact')}
        pending={remove.pending}
        onConfirm={() => removing && remove.run({ params: { structureId, id: removing.id } })}
        onCancel={() => setRemoving(null)}
      />
    </>
  );
}

function ContactName({ contact: { position, name, codeWordAt, duressContact } }: { contact: Contact }) {
  const t = useText();
  return (
    <Group gap={4}>
      <span>
        {position}. <bdi>{name}</bdi>
      </span>
      {codeWordAt && <ToneChip tone="good">{t('fields.codeWord')}</ToneChip>}
      {duressContact && <ToneChip tone="problem">{t('fields.duressContact')}</ToneChip>}
    </Group>
  );
}

type OrderProps = { structureId: number; contacts: readonly Contact[]; contact: Contact };

/** Moves a contact up or down. The focus stays with the contact, so that a key moves it further. */
function OrderButtons({ structureId, contacts, contact }: OrderProps) {
  const t = useText();
  const order = useAction(api.premisesFile.orderContacts, { invalidates: [api.premisesFile.get] });
  const buttons = useRef<HTMLDivElement>(null);
  const [pressed, setPressed] = useState<number | null>(null);
  const at = contacts.findIndex(({ id }) => id === contact.id);
  // The row is taken out of the page and put in at its new place, which loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move
  useEffect(() => {
    if (pressed !== null) buttons.current?.querySelectorAll('button')[pressed]?.focus();
  }, [at, pressed]);
  const moveTo = (to: number) => {
    setPressed(to < at ? 0 : 1);
    const others = contacts.map(({ id }) => id).filter((id) => id !== contact.id);
    order.run({ params: { structureId }, body: { contactIds: others.toSpliced(to, 0, contact.id) } });
  };
  const moves = [
    ['moveUp', IconArrowUp, at - 1],
    ['moveDown', IconArrowDown, at + 1],
  ] as const;
  return (
    <Group ref={buttons} gap={4} wrap="nowrap">
      {moves.map(([text, Icon, to]) => (
        <ActionIcon
          key={text}
          variant="default"
          aria-label={t(`premisesFile.${text}`, { name: contact.name })}
          aria-disabled={to < 0 || to >= contacts.length}
          data-disabled={to < 0 || to >= contacts.length || undefined}
          onClick={() => to >= 0 && to < contacts.length && !order.pending && moveTo(to)}
        >
          <Icon size={iconSizes.sm} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}
