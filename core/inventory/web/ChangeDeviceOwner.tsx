import { ChangeOwner } from '#core/devices/web/parts.tsx';
import { api } from './api.ts';
import { useText } from './texts.ts';

type Props = { items: readonly { id: number; name: string }[]; onClose(): void };

/** Gives devices of the inventory to a client. */
export function ChangeDeviceOwner({ items, onClose }: Props) {
  const t = useText();
  return <ChangeOwner text={t('owner.text')} items={items} change={api.deviceOwner.change.send} onClose={onClose} />;
}
