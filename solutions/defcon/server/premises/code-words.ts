import type { Kit } from '#platform/server/kit.ts';
import { seal, unseal } from '#platform/server/seal.ts';

type Secrets = Pick<Kit, 'secrets'>;
/** A sealed word fits only its own contact. */
const boundTo = (contactId: number) => `code word ${contactId}`;

export const sealCodeWord = ({ secrets }: Secrets, contactId: number, word: string): Buffer =>
  seal(secrets.sealing, word, boundTo(contactId));
export const unsealCodeWord = ({ secrets }: Secrets, contactId: number, sealed: Buffer): string =>
  unseal(secrets.sealing, sealed, boundTo(contactId));
