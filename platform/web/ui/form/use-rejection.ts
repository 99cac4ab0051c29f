import { useState } from 'react';

/** Why a form was not saved: one text for each wrong field. */
export type Rejection = { faults: readonly string[] };

/** The latest rejection of a form. Each one is a new object, so that the form reacts to the same errors again. */
export function useRejection() {
  const [rejection, setRejection] = useState<Rejection | null>(null);
  return {
    rejection,
    /**
     * `errors` is field → text. The error of a part of a value, such as `levels.0.severity`, is shown with its field.
     */
    reject(errors: Record<string, string>, labelOf: (name: string) => string): void {
      const fields = Object.entries(errors).filter(([name]) => !name.includes('.'));
      setRejection({ faults: fields.map(([name, text]) => `${labelOf(name)}: ${text}`) });
    },
    clear: () => setRejection(null),
  };
}
