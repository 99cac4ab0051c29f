import { useInputText } from '../input/texts.ts';
import { EmptyState } from './EmptyState.tsx';

export const emptyKinds = ['map', 'readings'] as const;
export type EmptyKind = (typeof emptyKinds)[number];

/** The empty state of a map or a chart. */
export function EmptyPanel({ kind }: { kind: EmptyKind }) {
  const t = useInputText();
  return (
    <EmptyState
      drawing={kind === 'map' ? 'map' : 'chart'}
      title={t(`empty.${kind}.title`)}
      text={t(`empty.${kind}.text`)}
    />
  );
}
