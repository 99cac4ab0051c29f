import { useText } from '../text.ts';
import { useLegalText } from './legal-text.ts';
import { PlainFrame, Sections } from './PlainFrame.tsx';

const sections = ['service', 'accounts', 'devices', 'orders', 'conduct', 'liability', 'changes'] as const;

export function TermsPage() {
  const t = useText();
  const legal = useLegalText();
  return (
    <PlainFrame title={t('pages.terms-and-conditions')} lead={legal('terms.lead')}>
      <Sections
        items={sections.map((one) => ({ title: legal(`terms.${one}.title`), text: legal(`terms.${one}.text`) }))}
      />
    </PlainFrame>
  );
}
