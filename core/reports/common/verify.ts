import { z } from 'zod';
import { verificationRoute } from '#core/print/common/verification.ts';
import { reportFormats } from './report.ts';

/** What anybody who has a file of a report is shown: which one it is, and nothing of its data. */
const verifiedReport = z.object({
  name: z.string(),
  company: z.string(),
  from: z.string(),
  to: z.string(),
  zone: z.string(),
  madeAt: z.string(),
  format: z.enum(reportFormats),
  /** Null once the file is no longer kept. */
  sha256: z.string().nullable(),
});
export type VerifiedReport = z.infer<typeof verifiedReport>;

export const verifyRoutes = { verify: verificationRoute('/report-file/{code}', verifiedReport) };
