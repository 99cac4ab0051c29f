import { Kbd, Modal, Table } from '@mantine/core';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { shortcutStore } from './shortcuts.ts';

/** The shortcuts that are in force on the page. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const t = useKitText();
  const all = useStore(shortcutStore);
  const byKey = new Map(all.map((shortcut) => [shortcut.key, shortcut.text]));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <Table>
        <Table.Tbody>
          {[...byKey].map(([key, text]) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                {text}
              </Table.Th>
              <Table.Td ta="end">
                <Kbd dir="ltr">{key.toUpperCase()}</Kbd>
              </Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Th scope="row" fw={400}>
              {t('shortcuts.palette')}
            </Table.Th>
            <Table.Td ta="end">
              <Kbd dir="ltr">{t('shell.searchKeys')}</Kbd>
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
