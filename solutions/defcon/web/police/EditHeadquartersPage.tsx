import { useText } from '../texts.ts';
import { headquartersAddress } from './addresses.ts';
import { EditLocality } from './EditLocality.tsx';

export function EditHeadquartersPage() {
  const t = useText();
  return (
    <EditLocality kind="headquarters" list={{ label: t('pages.polices-head-quarter-list'), to: headquartersAddress }} />
  );
}
