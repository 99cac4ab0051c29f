import { useText } from '../text.ts';
import { useLegalText } from './legal-text.ts';
import { PlainFrame, Sections } from './PlainFrame.tsx';

const sections = ['what', 'why', 'who', 'howLong', 'security', 'rights'] as const;

export function DataPolicyPage() {
  const t = useText();
  const legal = useLegalText();
  return (
    <PlainFrame title={t('pages.data-policy')} lead={legal('policy.lead')}>
      <Sections
        items={sections.map((one) => ({ title: legal(`policy.${one}.title`), text: legal(`policy.${one}.text`) }))}
      />
    </PlainFrame>
  );
}
