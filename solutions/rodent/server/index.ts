import { deviceAppHandlers } from '#core/device-app/server/api.ts';
import { holdsPlaces } from '#core/places/server/api.ts';
import { proofHandlers } from '#core/proofs/server/api.ts';
import { onBatch } from '#core/telemetry/server/api.ts';
import { attachmentHistory } from '#platform/server/files/attachments.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { serve } from '#platform/server/serve.ts';
import { rodent } from '../app.ts';
import { dueBaiting } from './alarms/baiting.ts';
import { verdictByClosing } from './alarms/closed-by-people.ts';
import { dueHits } from './alarms/due-hits.ts';
import { clearQuiet } from './alarms/over-alarms.ts';
import { brightenSites, foldSilent, heardAgain } from './alarms/silent-traps.ts';
import { analysisHandlers } from './analysis/analysis-handlers.ts';
import { demo } from './demo/demo.ts';
import { simulateTraps } from './demo/simulate-traps.ts';
import { documentHandlers } from './documents/document-handlers.ts';
import { dueFolders, folderHandlers } from './documents/folder-handlers.ts';
import { dueReports, storeDocument } from './documents/visit-documents.ts';
import { hitHandlers } from './hits/hit-handlers.ts';
import { hitsOfBatch } from './hits/trap-batches.ts';
import { journalHandlers } from './journal/journal.ts';
import { licenceDocumentHandlers, licenceHandlers } from './licences/licences.ts';
import { moveTraps } from './moved-traps.ts';
import { dueDigests } from './notices/digest.ts';
import { starters } from './starters.ts';
import './tables.ts';
import { trapHandlers } from './traps/trap-handlers.ts';
import { dueVisits } from './visits/missed-visits.ts';
import { dueReviews, policyHandlers } from './visits/policy.ts';
import { visitHandlers } from './visits/visit-handlers.ts';
import { dueRecommendations } from './visits/visit-records.ts';
import { readVisit } from './visits/visits.ts';

const nothing = () => undefined;

async function start(kit: Kit): Promise<Stop | undefined> {
  if (!kit.roles.has('worker')) return undefined;
  onBatch(kit, (tx, batch) => hitsOfBatch(kit, tx, batch), nothing, { forget: nothing });
  await kit.jobs.schedule('rodent.quiet', '23 * * * *', () => clearQuiet(kit));
  await kit.jobs.schedule('rodent.silent', '*/10 * * * *', () => brightenSites(kit));
  return undefined;
}

/** A site stays while it has visits. */
const visited = holdsPlaces({ app: 'rodent', what: 'visits', table: 'rodent_visit' });

export const rodentServer = serve(
  rodent,
  {
    ...deviceAppHandlers(rodent, starters),
    journal: journalHandlers,
    trap: trapHandlers,
    hit: hitHandlers,
    analysis: analysisHandlers,
    policy: policyHandlers,
    licence: licenceHandlers,
    licenceDocument: licenceDocumentHandlers,
    visit: visitHandlers,
    document: documentHandlers,
    folder: folderHandlers,
    visitProof: proofHandlers({ app: 'rodent', type: 'visit' }, readVisit),
  },
  {
    start,
    demo,
    simulate: simulateTraps,
    listeners: {
      inTransaction: {
        'offline.raising': foldSilent,
        'device.online': heardAgain,
        'devices.moved': moveTraps,
        'alarm.closing': verdictByClosing,
        'print.finished': storeDocument,
        'structure.removing': visited['structure.removing'],
      },
    },
    dues: [dueHits, dueVisits, dueRecommendations, dueReviews, dueReports, dueFolders, dueBaiting, dueDigests],
    history: {
      tables: {
        rodent_trap: { about: ['structureId'] },
        rodent_licence: { about: ['structureId'], silent: ['providerId'] },
        rodent_licence_attachment: attachmentHistory,
        rodent_policy: { silent: ['reviewAlarmAt'] },
        rodent_visit: { about: ['structureId'], silent: ['missedAt', 'signature'] },
      },
    },
  },
);
