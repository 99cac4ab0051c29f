import { ChecklistInput } from '../ui/proof/ChecklistInput.tsx';
import type { ChecklistItem, ChecklistValue } from '../ui/proof/checklist.ts';
import { PhotoInput } from '../ui/proof/PhotoInput.tsx';
import { SignatureInput } from '../ui/proof/SignatureInput.tsx';
import type { Signature } from '../ui/proof/use-paper.ts';
import { Example, Stateful } from './Example.tsx';
import { samplePhoto } from './samples.ts';
import { useGalleryText } from './texts.ts';

/** What proves that work was done: photos, signatures and checklists. */
export function ProofParts() {
  const t = useGalleryText();
  const label = t('sample');
  const wrong = { error: t('wrong') };
  const photos = (initial: File[], more: { error?: string; disabled?: boolean } = {}) => (
    <Stateful initial={initial}>
      {(value, set) => <PhotoInput label={label} most={3} value={value} onChange={set} {...more} />}
    </Stateful>
  );
  const signature = (initial: Signature | null, more: { error?: string; disabled?: boolean } = {}) => (
    <Stateful initial={initial}>
      {(value, set) => <SignatureInput label={label} value={value} onChange={set} {...more} />}
    </Stateful>
  );
  const items: ChecklistItem[] = [
    { key: 'seal', kind: 'boolean', label: t('checklist.seal'), required: true },
    { key: 'temperature', kind: 'number', label: t('checklist.temperature'), min: 2, max: 8, decimals: 1, unit: '°C' },
    { key: 'remark', kind: 'text', label: t('checklist.remark') },
    { key: 'photo', kind: 'photo', label: t('checklist.photo') },
  ];
  const checklist = (initial: ChecklistValue, more: { checked?: boolean; disabled?: boolean } = {}) => (
    <Stateful initial={initial}>
      {(value, set) => <ChecklistInput label={label} items={items} value={value} onChange={set} {...more} />}
    </Stateful>
  );
  const photo = samplePhoto;
  const answers = { seal: true, temperature: 4.5, remark: t('thing'), photo: [photo] };
  return (
    <>
      <Example
        name="PhotoInput"
        states={{
          empty: photos([]),
          filled: photos([photo, photo]),
          error: photos([], wrong),
          disabled: photos([photo], { disabled: true }),
        }}
      />
      <Example
        name="SignatureInput"
        states={{
          empty: signature(null),
          filled: signature({ file: photo, name: '' }),
          error: signature(null, wrong),
          disabled: signature(null, { disabled: true }),
        }}
      />
      <Example
        name="ChecklistInput"
        states={{
          empty: checklist({}),
          filled: checklist(answers),
          error: checklist({ temperature: 12 }, { checked: true }),
          disabled: checklist(answers, { disabled: true }),
        }}
      />
    </>
  );
}
