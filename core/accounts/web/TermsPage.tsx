import { PlainFrame, Sections } from './PlainFrame.tsx';
import { useText } from './text.ts';

const sections = ['service', 'accounts', 'devices', 'orders', 'conduct', 'liability', 'changes'] as const;

export function TermsPage() {
  const t = useText();
  return (
    <PlainFrame title={t('pages.terms-and-conditions')} lead={t('terms.lead')}>
      <Sections items={sections.map((one) => ({ title: t(`terms.${one}.title`), text: t(`terms.${one}.text`) }))} />
    </PlainFrame>
  );
}
